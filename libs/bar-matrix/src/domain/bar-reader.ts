import type { BarMatrix } from './bar-matrix';
import { MatrixBars } from './matrix-bars';
import { Scratch } from './scratch';
import type { StockBars } from './stock-bars';

/** Reads the bars of one stock after the other. The columns of a stock are overwritten by those of the next. */
export class BarReader {
  private readonly scratch = new Scratch();

  constructor(readonly matrix: BarMatrix) {}

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
    return new MatrixBars(matrix, this.scratch, { stockNo, stock, start, first: start + through - count, count });
  }
}
