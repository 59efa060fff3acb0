import type { Client } from 'pg';
import type { FileHints, ImportWarning, SeoKind } from '../domain/import-kind';
import { unreadableFile } from '../domain/table-columns';
import type { ColumnUse } from '../domain/record-reader';
import { copyLine } from './copy-text';
import type { RejectedRow } from '../persistence/import-rows.query';
import type { FileBlock } from './file-blocks';
import { createReader } from './create-reader';
import { StagingTable } from './staging-table';

/** With more bad rows than this it is the wrong file, not a file with mistakes. */
const MOST_REJECTED = 100_000;

/** Rejected rows are reported in blocks, so that a bad file takes no memory. */
const REJECTED_BLOCK = 500;
const LONGEST_ROW_TEXT = 1000;
const MOST_COLUMNS = 200;
const LONGEST_COLUMN_NAME = 120;

export interface StageRequest {
  kind: SeoKind;
  importId: number;
  attempt: number;
  hints: FileHints;
  blocks: AsyncIterable<FileBlock>;
  /** Called between pieces of the file, with the good rows so far. Throws if the work should end. */
  onPiece: (rows: number, rejected: number) => Promise<void>;
  onRejected: (rows: readonly RejectedRow[]) => Promise<void>;
}

/** A file whose rows stand in a staging table. */
export interface StagedFile {
  staging: string;
  format: string;
  present: ReadonlySet<string>;
  columns: readonly ColumnUse[];
  warnings: readonly ImportWarning[];
  rows: number;
  rejected: number;
}

/**
 * Reads a file into a staging table, piece by piece: what is in memory is a piece of the file and its rows.
 * @throws AppError `unreadable_file` if the header can't be used or nearly every row is bad.
 */
export async function stageFile(client: Client, request: StageRequest): Promise<StagedFile> {
  const { kind, importId, attempt, hints } = request;
  let reader = createReader(kind, hints);
  const table = await StagingTable.open(client, kind, importId, attempt);
  let rows = 0;
  let rejected = 0;
  let block: RejectedRow[] = [];
  let begun = false;
  for await (const { records, decimal } of request.blocks) {
    if (!begun) reader = createReader(kind, { ...hints, decimal });
    begun = true;
    let lines = '';
    for (const { cells, line, problem } of records) {
      if (cells.every((cell) => cell.trim() === '')) continue;
      const reading = problem === undefined ? reader.take(cells, line) : { problem };
      if ('problem' in reading) {
        block.push({ line, reason: reading.problem, rowText: toRowText(cells) });
        rejected += 1;
        continue;
      }
      for (const row of reading.value) lines += copyLine(row, line);
      rows += reading.value.length;
    }
    await table.write(lines);
    if (rejected > MOST_REJECTED) {
      const last = block.at(-1);
      throw unreadableFile(
        `more than ${MOST_REJECTED} rows can't be read; is this the right file? line ${last?.line ?? 0}: ${last?.reason ?? ''}`,
      );
    }
    if (block.length >= REJECTED_BLOCK) {
      await request.onRejected(block);
      block = [];
    }
    await request.onPiece(rows, rejected);
  }
  const last = reader.finish();
  await table.write(last.map((row) => copyLine(row, row.line ?? 0)).join(''));
  rows += last.length;
  await request.onRejected(block);
  await table.finish();
  const { format, present, warnings } = reader;
  return { staging: table.name, format, present, warnings, columns: limitColumns(reader.columns), rows, rejected };
}

/** As many columns as anybody looks at, by names that PostgreSQL can store. */
function limitColumns(columns: readonly ColumnUse[]): ColumnUse[] {
  return columns
    .slice(0, MOST_COLUMNS)
    .map(({ column, field }) => ({ column: storable(column.slice(0, LONGEST_COLUMN_NAME)), field }));
}

/** The row as it stood, for the person who fixes it. What PostgreSQL can't store is shown as a mark. */
function toRowText(cells: readonly string[]): string {
  const text = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',');
  return storable(text.slice(0, LONGEST_ROW_TEXT));
}

function storable(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}
