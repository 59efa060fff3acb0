import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { AppError, messageOf } from '#lib/kernel';
import { archiveFault } from '../sources/archive-error';
import { unpackXz } from '../sources/xz-stream';

/** Names, shares and calendar files are small: the longest list of a market is a megabyte. */
const LARGEST = 64 << 20;

/** A small table beside the bars: rows by column name, each with its line in the file. */
export interface SideTable {
  columns: readonly string[];
  rows: { line: number; cells: Record<string, string> }[];
}

/** The text of a small file, `.xz` or plain, UTF-8 (with or without mark) or GBK. @throws AppError */
export async function readSideText(option: string, path: string): Promise<string> {
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isFile() !== true)
    throw AppError.notFound(`${option}: there is no file ${path}`, 'path_not_found', { path, option });
  if (facts.size > LARGEST) throw badSideFile(option, null, `${path} is larger than 64 MiB`);
  try {
    return decode(await buffer(path.endsWith('.xz') ? unpackXz(path) : createReadStream(path)));
  } catch (error) {
    throw badSideFile(option, null, (await archiveFault(path, error)).message);
  }
}

export function parseSideTable(option: string, text: string): SideTable {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    const options = { bom: true, trim: true, skip_empty_lines: true, info: true };
    // With `info` a record comes with its line, which the package's types leave out.
    records = parse(text, options) as unknown as typeof records;
  } catch (error) {
    throw badSideFile(option, null, messageOf(error));
  }
  const [header, ...rest] = records;
  const columns = header?.record ?? [];
  return {
    columns,
    rows: rest.map(({ record, info }) => ({
      line: info.lines,
      cells: Object.fromEntries(columns.map((column, at) => [column, record[at] ?? ''])),
    })),
  };
}

/** The first of `names` that the table has, or an error that lists them. */
export function findColumn(option: string, table: SideTable, names: readonly string[]): string {
  const found = names.find((name) => table.columns.includes(name));
  if (found !== undefined) return found;
  throw badSideFile(option, 1, `it has no column ${names.join(' or ')}; its header reads ${table.columns.join(',')}`);
}

export function badSideFile(option: string, line: number | null, what: string): AppError {
  const place = line === null ? '' : ` line ${line}`;
  return AppError.invalid(
    `the ${option} file can't be used:${place} ${what.slice(0, 300)}`,
    undefined,
    'bad_side_file',
  );
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
