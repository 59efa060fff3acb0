import type { KeepKey } from '#lib/config';

/**
 * Which rows of a table end, and after which setting. Each lib lists those of its own tables; the rows go in small batches, each
 * a statement of its own, so that nothing waits long for them.
 */
export interface RetentionRule {
  readonly keep: KeepKey;
  readonly table: string;
  /** What a reader of the page learns about it, one sentence without a full stop. */
  readonly what: string;
  /** SQL condition on a row `t`: `$1` is the number of days, `$2` today by the business clock. */
  readonly expired: string;
  /** Assignments that empty the row in place of deleting it; then `expired` must be false of an emptied row. */
  readonly clear?: string;
  /** Rows of a statement, if a row takes many others with it. */
  readonly batch?: number;
}

/** SQL: an instant of the real clock lies more than `$1` days back. */
export function daysBack(column: string): string {
  return `${column} < now() - $1 * interval '1 day'`;
}
