import type { SharedMatrix } from '#lib/bar-matrix/domain';
import type { Candidate } from '../domain/screen';
import type { FilterReason, ScreenFilters } from '../domain/screen-filters';
import type { SharedCompanies } from './market-companies';
import type { SharedFlow } from './market-flow';

/** What a run evaluates. */
export type ScreenRule =
  | { readonly kind: 'builtin'; readonly id: string; readonly parameters: Readonly<Record<string, unknown>> }
  | { readonly kind: 'formula'; readonly formula: string };

/** The stocks [from, to), or those of a list. */
export type TaskStocks = { readonly from: number; readonly to: number } | readonly number[];

/** Some stocks on one day, or on several in a row. */
export interface ScreenTask {
  readonly matrix: SharedMatrix;
  readonly rule: ScreenRule;
  /** For a rule that needs it. */
  readonly flow?: SharedFlow;
  readonly companies?: SharedCompanies;
  readonly filters: ScreenFilters;
  /** Position of the day among the matrix's days. */
  readonly dayNo: number;
  /** Days before it that are evaluated too, each as a run of that day would. */
  readonly daysBefore: number;
  /** By their numbers. */
  readonly stocks: TaskStocks;
  /** The task ends with the stock after which it has taken longer: the wait for a thread does not count. */
  readonly longestMs: number;
}

/** What a thread answers instead of a result. */
export type TooLong = 'too_long';

/** A candidate with what every row shows. */
export interface FoundStock extends Candidate {
  readonly stockName: string | null;
  readonly dayNo: number;
  /** Yuan as traded. */
  readonly close: number;
  /** Null where it is not known. */
  readonly pctChange: number | null;
  readonly circulatingMarketCapYi: number | null;
}

/** The hits of many days by their numbers in the matrix: each stock's in the order of their days. */
export interface SweepResult {
  readonly stockNos: Int32Array;
  readonly dayNos: Int32Array;
  readonly scores: Float64Array;
  /** {@link Candidate.tieBreak}; 0 where the rule has none. */
  readonly tieBreaks: Float64Array;
}

export interface TaskResult {
  /** Stocks that were evaluated on the last day. */
  readonly evaluated: number;
  /** Stocks that were left out on the last day, by the filters or for want of what the rule needs. */
  readonly leftOut: Readonly<Partial<Record<FilterReason, number>>>;
  readonly found: readonly FoundStock[];
}
