import { parse } from 'csv-parse';
import {
  findHeader,
  type PositionColumns,
  positionColumns,
  type PositionRow,
  type PositionRules,
  readPositionRow,
  unreadableFile,
} from '../domain/positions-table';
import { MAX_LIST_SIZE } from '../own-list';

/** With more bad rows than this it is the wrong file, not a file with mistakes. */
const MOST_REJECTED = 10_000;

/** Characters in which the header must stand, and of a record. */
const LONGEST_HEADER = 65_536;
const LONGEST_RECORD = 1_000_000;

// A type alias, not an interface: only it is assignable to JsonValue.
export type RejectedRow = { line: number; reason: string };

export interface PositionsFile {
  columns: PositionColumns;
  /** By code; of rows with one code the last one. */
  rows: Map<string, PositionRow>;
  /** Rows whose code came again later. */
  duplicate: number;
  rejected: RejectedRow[];
  /** Codes of rejected rows: what the file says of these stocks is not known. */
  unreadCodes: Set<string>;
}

interface FileRecord {
  /** Undefined for what is no record: csv-parse gives up there and reads no further. */
  cells: string[] | undefined;
  /** The file's own lines, the first is 1. */
  firstLine: number;
  lastLine: number;
}

/**
 * Reads a file of positions: comma, tab or semicolon, by the header line. A bad row is set aside with its line.
 * @throws AppError `unreadable_file` where the header can't be used or nearly every row is bad.
 */
export async function readPositions(text: AsyncIterable<string>, rules: PositionRules): Promise<PositionsFile> {
  const { head, rest } = await splitHead(withLineFeeds(text));
  const header = findHeader(head.split('\n'));
  let file: PositionsFile | undefined;
  for await (const record of readRecords(rest, header.delimiter)) {
    const isAbove = file === undefined && record.cells !== undefined && record.lastLine <= header.at;
    if (isAbove || record.cells?.every((cell) => cell.trim() === '') === true) continue;
    if (file !== undefined) take(file, record, rules);
    else if (record.cells === undefined) throw unreadableFile('the header line of the file can not be read as CSV');
    else
      file = {
        columns: positionColumns(record.cells),
        rows: new Map(),
        duplicate: 0,
        rejected: [],
        unreadCodes: new Set(),
      };
  }
  if (file === undefined) throw unreadableFile('the file has no header line');
  return file;
}

function take(file: PositionsFile, { cells, firstLine, lastLine }: FileRecord, rules: PositionRules): void {
  if (cells === undefined) {
    reject(file, { line: firstLine, reason: 'a quote is opened and never closed: nothing from here on could be read' });
    return;
  }
  const reading = readPositionRow(cells, file.columns, rules);
  if ('problem' in reading) {
    if (reading.code !== undefined) file.unreadCodes.add(reading.code);
    // A stray quote swallows lines; who looks for them must be told where they went.
    const runsOn = lastLine > firstLine ? ` (a quoted cell runs on to line ${lastLine})` : '';
    reject(file, { line: firstLine, reason: `${reading.problem}${runsOn}` });
    return;
  }
  if (file.rows.has(reading.value.code)) file.duplicate += 1;
  file.rows.set(reading.value.code, reading.value);
  if (file.rows.size > MAX_LIST_SIZE) {
    throw unreadableFile(`the file has more than ${MAX_LIST_SIZE} codes; is this the right file?`);
  }
}

function reject(file: PositionsFile, row: RejectedRow): void {
  file.rejected.push(row);
  if (file.rejected.length > MOST_REJECTED) {
    throw unreadableFile(
      `more than ${MOST_REJECTED} rows can't be read; is this the right file? line ${row.line}: ${row.reason}`,
    );
  }
}

/**
 * Records are taken as they are parsed, not read from the parser as a stream: a stream that fails drops those that were
 * parsed and not read yet.
 */
async function* readRecords(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<FileRecord> {
  let parsed: FileRecord[] = [];
  let lastLine = 0;
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: LONGEST_RECORD,
    on_record: (cells: string[], { lines }) => {
      parsed.push({ cells, firstLine: lastLine + 1, lastLine: lines });
      lastLine = lines;
      return null;
    },
  });
  let broken = false;
  // Each step is told of its failure; without a listener the event would end the process.
  parser.on('error', () => undefined);
  parser.resume();
  for await (const part of text) {
    broken = await failed((done) => parser.write(part, done));
    yield* parsed;
    parsed = [];
    if (broken) break;
  }
  if (!broken) {
    broken = await failed((done) => parser.end(done));
    yield* parsed;
  }
  if (broken) yield { cells: undefined, firstLine: lastLine + 1, lastLine };
}

function failed(step: (done: (error?: Error | null) => void) => void): Promise<boolean> {
  return new Promise((resolve) => step((error) => resolve(error !== undefined && error !== null)));
}

/** Every line end as one character: csv-parse counts CR LF within quotes as two lines. */
async function* withLineFeeds(text: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const part of text) {
    const whole = held + part;
    held = whole.endsWith('\r') ? '\r' : '';
    yield whole.slice(0, whole.length - held.length).replaceAll(/\r\n?/g, '\n');
  }
  if (held !== '') yield '\n';
}

/** Holds back the first lines, among which the header is, then gives all of the text. */
async function splitHead(text: AsyncIterable<string>): Promise<{ head: string; rest: AsyncIterable<string> }> {
  const iterator = text[Symbol.asyncIterator]();
  let head = '';
  while (head.length < LONGEST_HEADER) {
    const next = await iterator.next();
    if (next.done === true) break;
    head += next.value;
  }
  async function* rest(): AsyncGenerator<string> {
    yield head;
    for (;;) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { head, rest: rest() };
}
