import type { BarMatrix } from './bar-matrix';
import { MatrixBars } from './matrix-bars';
import { Scratch } from './scratch';
import type { StockBars } from './stock-bars';

/** Bars in a row between which no price or share count was adjusted. */
export interface BarSegment {
  /** Position of the last bar's day among the matrix's days. */
  readonly dayNo: number;
  readonly bars: number;
}

/** Reads the bars of one stock after the other. The columns of a stock are overwritten by those of the next. */
export class BarReader {
  private readonly scratch = new Scratch();

  constructor(readonly matrix: BarMatrix) {}

  /**
   * A stock's bars of the days [firstDayNo, lastDayNo], split where it was adjusted: a reader of a day sees no later ex-right, so
   * that the bars of a segment are read as of its last day. Oldest first.
   */
  segments(stockNo: number, firstDayNo: number, lastDayNo: number): BarSegment[] {
    const { matrix } = this;
    const stock = matrix.facts.stocks[stockNo];
    if (stock === undefined) return [];
    const start = matrix.starts[stockNo] ?? 0;
    let from = matrix.countThrough(stockNo, firstDayNo - 1);
    const end = matrix.countThrough(stockNo, lastDayNo);
    const segments: BarSegment[] = [];
    const add = (to: number): void => {
      if (to > from) segments.push({ dayNo: matrix.columns.day[start + to - 1] ?? 0, bars: to - from });
      from = Math.max(from, to);
    };
    const steps = [...stock.priceSteps, ...stock.shareChanges].map(({ tradeDate }) => tradeDate).sort();
    for (const day of steps) add(Math.min(matrix.countThrough(stockNo, matrix.countDaysBefore(day) - 1), end));
    add(end);
    return segments;
  }

  /**
   * A stock's newest bars up to a day.
   * @param bars How many at most; null: all.
   * @param within Days of the market, the day with them, on one of which the stock must have traded.
   * @returns undefined where it has not.
   */
  read(stockNo: number, dayNo: number, bars: number | null, within = 1): StockBars | undefined {
    const { matrix } = this;
    const through = matrix.countThrough(stockNo, dayNo);
    const stock = matrix.facts.stocks[stockNo];
    const start = matrix.starts[stockNo] ?? 0;
    if (stock === undefined || through === 0) return undefined;
    if ((matrix.columns.day[start + through - 1] ?? 0) <= dayNo - within) return undefined;
    const count = Math.min(through, bars ?? through);
    return new MatrixBars(matrix, this.scratch, {
      ...{ stockNo, stock, start, first: start + through - count, count, dayNo },
    });
  }
}
