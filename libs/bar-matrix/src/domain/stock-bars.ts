import type { CalendarDay } from '#lib/kernel';
import type { Board } from '#lib/market-data';

/**
 * One stock's final bars up to a day as columns of `count` values, oldest first. A suspended day has no bar. Adjusted columns
 * are forward-adjusted (前复权) as of the last bar, so that a rule sees what a chart of that day showed; what is not known is
 * NaN. Columns are computed when they are first read, and are valid until the next stock is read.
 */
export interface StockBars {
  /** What the bars were read from, the same object for all of them: who keeps what was computed from them keeps it by this. */
  readonly origin: object;
  readonly code: string;
  /** The name that was in force on the last day, else the newest known. */
  readonly name: string | null;
  readonly board: Board;
  readonly count: number;
  /** Whether the first bar is the stock's first one that is stored. */
  readonly isWhole: boolean;
  /** Whether the bars come from files: the stock may have traded before the first one that is stored. */
  readonly isOfFiles: boolean;
  /** Open days of the exchange after the last bar, up to the day that the bars were read for. */
  readonly idleDays: number;
  /** Positions of the bars' days in the market's list of days. */
  readonly day: Int32Array;
  /** The bars' days. */
  readonly date: readonly CalendarDay[];
  /** Numbers of the bars' days among the exchange's open days; the first day that the market has bars of is 0. */
  readonly openDay: Int32Array;
  /** Yuan, adjusted. */
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Shares, adjusted for bonus issues and conversions. */
  readonly volume: Float64Array;
  /** Shares as they were traded. */
  readonly tradedVolume: Float64Array;
  /** Yuan as traded. */
  readonly amount: Float64Array;
  /** Yuan as traded, unadjusted. */
  readonly tradedOpen: Float64Array;
  readonly tradedHigh: Float64Array;
  readonly tradedLow: Float64Array;
  readonly tradedClose: Float64Array;
  /** Yuan: the ex-right previous close, else the close before, adjusted to the day; NaN on a first bar without one. */
  readonly referenceClose: Float64Array;
  /** Percent: `tradedClose` against `referenceClose`. */
  readonly pct: Float64Array;
  /** Percent of the float. */
  readonly turnover: Float64Array;
  /** Yuan. */
  readonly floatCap: Float64Array;
  readonly totalCap: Float64Array;
  /** Yuan, unadjusted: the vendor's, else by the rule of board and date; NaN on a day without a limit. */
  readonly limitUp: Float64Array;
  readonly limitDown: Float64Array;
  /** Of the bar at a position, as the columns have it: for who asks of a few bars. */
  limitUpAt(at: number): number;
  limitDownAt(at: number): number;
  /** 1 on a bar of one price (high = low). */
  readonly locked: Uint8Array;
  /** 1 where the stock was under special treatment on the day. */
  readonly st: Uint8Array;
  /** Open days since the listing, 1 on its first one; where the listing date is unknown, bars. */
  readonly listDays: Int32Array;

  /** Writes the newest `out.length` values of a column, which costs less than the whole column. */
  copyNewest(column: CopiedColumn, out: Float64Array): void;
}

/** The columns that formulas read. */
export type CopiedColumn =
  | 'open'
  | 'high'
  | 'low'
  | 'close'
  | 'volume'
  | 'amount'
  | 'pct'
  | 'limitUp'
  | 'limitDown'
  | 'turnover'
  | 'floatCap'
  | 'totalCap'
  | 'st'
  | 'listDays';
