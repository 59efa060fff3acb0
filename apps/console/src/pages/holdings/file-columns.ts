import { readText } from '../settings/file-text';

export type HoldingsField = 'code' | 'quantity' | 'avg_cost';

/** Which column of a file is which field, by its place; null: none. */
export type ChosenColumns = Readonly<Record<HoldingsField, number | null>>;

const DELIMITERS = [',', '\t', ';'];

/** The names of a file's columns: the cells of its first line that is not blank. */
export async function readColumns(file: Blob): Promise<string[]> {
  const { header, delimiter } = splitParts(await readText(file));
  return header.split(delimiter).map((cell) => cell.trim().replace(/^="?|^"|"$/g, ''));
}

/** The same file in UTF-8 with the chosen columns named as the server knows them, and no other column under such a name. */
export async function withColumnsNamed(file: Blob, chosen: ChosenColumns): Promise<Blob> {
  const { before, header, delimiter, after } = splitParts(await readText(file));
  const fields = Object.entries(chosen);
  const named = header
    .split(delimiter)
    .map((_, place) => fields.find(([, column]) => column === place)?.[0] ?? `column${place + 1}`)
    .join(delimiter);
  return new Blob([before, named, after], { type: 'text/csv' });
}

function splitParts(text: string): { before: string; header: string; delimiter: string; after: string } {
  const start = text.length - text.trimStart().length;
  const end = text.slice(start).search(/\r|\n/);
  const header = end < 0 ? text.slice(start) : text.slice(start, start + end);
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  const delimiter = DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
  return { before: text.slice(0, start), header, delimiter, after: end < 0 ? '' : text.slice(start + end) };
}
