import type { CalendarDay } from '#lib/kernel';
import type { Board, DatedFactor } from '#lib/market-data';

/** What a reader of a stock's bars knows beside them. */
export interface MatrixStock {
  readonly code: string;
  /** The newest name. */
  readonly name: string | null;
  readonly board: Board;
  readonly listDate: CalendarDay | null;
  /** The day on which it left the exchange; null: it has not. */
  readonly delistDate: CalendarDay | null;
  /** Day of the first bar that is stored, whether it is in the matrix or not. */
  readonly firstBarDate: CalendarDay | null;
  /** Names by the days on which they were in force, oldest first. */
  readonly names: readonly NamePeriod[];
  /** Prices before a day are divided by the factor to stand beside those from it on. Oldest first. */
  readonly priceSteps: readonly DatedFactor[];
  /** On that day each old share became `factor` shares. Oldest first. */
  readonly shareChanges: readonly DatedFactor[];
  /** Days over which nothing says how the circulating shares went on. */
  readonly shareGaps: readonly CalendarDay[];
}

export interface NamePeriod {
  readonly name: string;
  readonly from: CalendarDay;
  readonly to: CalendarDay | null;
}
