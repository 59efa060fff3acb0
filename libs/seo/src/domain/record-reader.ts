import type { ImportWarning } from './import-kind';
import type { ReadResult } from './read-result';

/** A value on its way into a staging table. */
export type StagedValue = string | number | boolean | null | readonly string[];

/** A row for the staging table of its kind: the key that makes it one record, and its values by column. */
export interface StagedRow {
  key: string;
  values: readonly StagedValue[];
  /** Its line, if a reader gives it back later than it took it. */
  line?: number;
}

/** A column of a file, and the field that it is read as; null if it is left alone. */
// A type alias: only it is assignable to JsonValue.
export type ColumnUse = { column: string; field: string | null };

/** Turns the records of one file into rows, one after the other. */
export interface RecordReader {
  /** @returns the record's rows (none for titles and headers), or why it is rejected. @throws AppError `unreadable_file`. */
  take(cells: readonly string[], line: number): ReadResult<readonly StagedRow[]>;
  /** To be called at the end. @returns rows that needed the whole file. @throws AppError `unreadable_file` without a header. */
  finish(): readonly StagedRow[];
  /** What the file is, such as `semrush`; known once a row was read. */
  readonly format: string;
  /** Columns of the staging table that the file has values for; the others keep what is stored. */
  readonly present: ReadonlySet<string>;
  /** What a person should look at. */
  readonly warnings: readonly ImportWarning[];
  /** The columns of its header, in their order; none if the file's form has no names for them. */
  readonly columns: readonly ColumnUse[];
}

/** Joins the parts of a key; no cell that is accepted has this character. */
export function buildKey(...parts: readonly string[]): string {
  return parts.join('\u001f');
}
