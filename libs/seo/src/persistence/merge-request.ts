import type { SeoKind } from '../domain/import-kind';

export interface MergeCounts {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows whose record is deleted and stays so. */
  deleted: number;
}

/** A run of the staged rows by their keys: after `after`, up to and with `upTo`; null is open. */
export interface KeyRange {
  after: string | null;
  upTo: string | null;
}

export interface MergeRequest {
  kind: SeoKind;
  /** The staging table. */
  staging: string;
  /** Columns that the file has; the others keep what is stored. */
  present: ReadonlySet<string>;
  dryRun: boolean;
  importId: number;
}

/** The values of a range's statement; what a dry run's statement does not name must not be given. */
export function toParameters({ dryRun, importId }: MergeRequest, range: KeyRange): unknown[] {
  return [range.after, range.upTo, ...(dryRun ? [] : [importId])];
}

/** The last row of the file for each key of a range. */
export function buildBatchSql(staging: string): string {
  return `select distinct on (key) * from ${staging}
    where ($1::text is null or key > $1) and ($2::text is null or key <= $2)
    order by key, line desc`;
}
