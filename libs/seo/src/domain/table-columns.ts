import { AppError } from '#lib/kernel';
import type { ColumnUse } from './record-reader';

/** A header's name as it is compared: letters and digits alone, so that `Search Volume` is `search_volume`. */
export function foldedName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#]/gu, '');
}

/** What makes a whole file useless. */
export function unreadableFile(message: string): AppError {
  return AppError.invalid(message, undefined, 'unreadable_file');
}

/**
 * Finds the fields of a table by the names of its columns, in any order; other columns are left alone.
 * @param spellings of each field as {@link foldedName} leaves them, the best first.
 * @throws AppError `unreadable_file` if one name stands above two columns.
 */
export function findColumns<Field extends string>(
  header: readonly string[],
  spellings: Readonly<Record<Field, readonly string[]>>,
): Map<Field, number> {
  const names = header.map(foldedName);
  const found = new Map<Field, number>();
  for (const [field, known] of Object.entries(spellings) as [Field, readonly string[]][]) {
    const name = known.find((spelling) => names.includes(spelling));
    if (name === undefined) continue;
    const column = names.indexOf(name);
    if (names.lastIndexOf(name) !== column) {
      throw unreadableFile(`the file has two columns named ${JSON.stringify(header[column]?.trim() ?? name)}`);
    }
    found.set(field, column);
  }
  return found;
}

/** What becomes of each column of a header. */
export function columnUses(header: readonly string[], found: ReadonlyMap<string, number>): ColumnUse[] {
  const fields = new Map([...found].map(([field, column]) => [column, field]));
  return header.map((name, column) => ({ column: name.trim(), field: fields.get(column) ?? null }));
}
