import type { CalendarDay } from '#lib/kernel';
import type { Board, CapWitness, DayFacts } from '#lib/market-data';
import type { ScanOptions } from './scan-options';

/** A stock whose lowest volume of the range was not undercut in the prior window. Volumes on the request's basis. */
export interface LowVolumeStock {
  code: string;
  stockName: string | null;
  board: Board;
  minVolume: number;
  entry: DayFacts;
  /** The last bar of the range, whose market cap counts. */
  cap: CapWitness;
  capDate: CalendarDay;
  /** The cap is the close times the circulating shares of an earlier day. */
  capEstimated: boolean;
  /** Bars of the prior window. */
  priorBars: number;
  /** The lowest volume of the prior window; null if the stock did not trade in it. */
  priorMinVolume: number | null;
  prior: DayFacts | null;
  /** Median volume of the stock's bars on the 250 open days before the range. */
  medianVolume: number | null;
  /**
   * The entry day on share-adjusted volumes if shares changed in the windows: null if it is undercut on those; and
   * `same` if no shares changed or the request is on those volumes already.
   */
  adjustedEntry: DayFacts | null | 'same';
}

/** Some stocks and the days on which they are evaluated. */
export interface LowVolumeTask {
  codes: readonly string[];
  startDate: CalendarDay;
  endDate: CalendarDay;
  /** First day of the prior window. */
  priorStart: CalendarDay;
  /** From this day on the volumes before the range make up the median. */
  medianStart: CalendarDay;
  options: ScanOptions;
}
