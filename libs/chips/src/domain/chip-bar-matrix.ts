import type { BarSpan, ChipBars } from './chip-bars';

/**
 * Bars of many stocks, at most `width` a stock, oldest first: the columns of {@link ChipBars} with a stretch of `width`
 * places for each stock. A bar without a turnover has NaN there.
 */
export class ChipBarMatrix implements ChipBars {
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly turnoverPct: Float64Array;
  /** Whole days since 1970-01-01. */
  readonly day: Int32Array;
  private readonly counts: Int32Array;
  private readonly stockNos: ReadonlyMap<string, number>;

  constructor(
    readonly codes: readonly string[],
    readonly width: number,
  ) {
    const places = codes.length * width;
    this.open = new Float64Array(places);
    this.high = new Float64Array(places);
    this.low = new Float64Array(places);
    this.close = new Float64Array(places);
    this.turnoverPct = new Float64Array(places);
    this.day = new Int32Array(places);
    this.counts = new Int32Array(codes.length);
    this.stockNos = new Map(codes.map((code, stockNo) => [code, stockNo]));
  }

  /** @returns undefined for a code that is none of the matrix. */
  stockNoOf(code: string): number | undefined {
    return this.stockNos.get(code);
  }

  countOf(stockNo: number): number {
    return this.counts[stockNo] ?? 0;
  }

  /** A stock's bars, or undefined where it has none. */
  spanOf(stockNo: number): BarSpan | undefined {
    const from = stockNo * this.width;
    const count = this.countOf(stockNo);
    return count === 0 ? undefined : { from, last: from + count - 1 };
  }

  /** Takes the place of the next bar of a stock. @returns it, or undefined where the stretch is full. */
  nextPlace(stockNo: number): number | undefined {
    const count = this.countOf(stockNo);
    if (count >= this.width) return undefined;
    this.counts[stockNo] = count + 1;
    return stockNo * this.width + count;
  }

  /** Moves a stock's bars so that `count` older ones fit before them. @returns the place of the first of those. */
  makeRoomBefore(stockNo: number, count: number): number {
    const from = stockNo * this.width;
    const end = from + this.countOf(stockNo);
    for (const column of [this.open, this.high, this.low, this.close, this.turnoverPct, this.day]) {
      column.copyWithin(from + count, from, end);
    }
    this.counts[stockNo] = this.countOf(stockNo) + count;
    return from;
  }

  /** Multiplies the prices of one bar. */
  adjust(place: number, factor: number): void {
    for (const column of [this.open, this.high, this.low, this.close]) column[place] = (column[place] ?? 0) * factor;
  }
}
