/** A traded day of a stock. Prices in thousandths of a yuan, so that they are whole numbers. */
export interface StockBar {
  /** Whole days since 1970-01-01. */
  readonly day: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** The exchange's reference price of the day, ex-right where it is known, else the last close. */
  readonly previousClose: number;
  /** Shares. */
  readonly volume: number;
  /** Yuan. */
  readonly amount: number;
  /** Shares that may be traded; 0 where unknown. */
  readonly floatShares: number;
  readonly isSt: boolean;
}

const COLUMNS = 10;

/** A stock's traded days, oldest first, in one array of numbers: markets have millions of them. */
export class StockBars {
  private readonly values: Float64Array;
  readonly length: number;

  constructor(bars: readonly StockBar[]) {
    this.length = bars.length;
    this.values = new Float64Array(bars.length * COLUMNS);
    for (const [index, bar] of bars.entries()) {
      const { day, open, high, low, close, previousClose, volume, amount, floatShares, isSt } = bar;
      const row = [day, open, high, low, close, previousClose, volume, amount, floatShares, isSt ? 1 : 0];
      this.values.set(row, index * COLUMNS);
    }
  }

  at(index: number): StockBar {
    if (index < 0 || index >= this.length) throw new Error(`no bar ${index} of ${this.length}`);
    const { values } = this;
    const first = index * COLUMNS;
    // Written out: this is read for every stock of every day.
    return {
      day: values[first] ?? 0,
      open: values[first + 1] ?? 0,
      high: values[first + 2] ?? 0,
      low: values[first + 3] ?? 0,
      close: values[first + 4] ?? 0,
      previousClose: values[first + 5] ?? 0,
      volume: values[first + 6] ?? 0,
      amount: values[first + 7] ?? 0,
      floatShares: values[first + 8] ?? 0,
      isSt: values[first + 9] === 1,
    };
  }

  dayAt(index: number): number {
    return this.values[index * COLUMNS] ?? 0;
  }

  closeAt(index: number): number {
    return this.values[index * COLUMNS + 4] ?? 0;
  }

  /** Number of the last bar on or before a day, -1 if there is none. */
  lastIndexAt(day: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.dayAt(middle) <= day) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
