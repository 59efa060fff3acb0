import type { Likeness } from './likeness';

/** Matched controls of a case at most. */
const MOST_CONTROLS = 20;

/** Stocks that the cases of an entry day are matched with. */
export interface Controls {
  readonly stocks: Int32Array;
  /** Of each case, the place of its first control; one more: the end. */
  readonly starts: Int32Array;
}

/** Picks up to {@link MOST_CONTROLS} stocks a case that are like it and were no hit on its signal day. */
export class ControlPicker {
  private free = new Int32Array(0);

  /**
   * @param random In [0, 1), from the study's seed.
   * @param isHit Whether a stock was a hit on a day.
   */
  constructor(
    private readonly random: () => number,
    private readonly isHit: (stockNo: number, day: number) => boolean,
  ) {}

  /** Picks for the cases of a day, one after the other. */
  pick(
    cases: readonly { readonly stockNo: number; readonly signalDay: number }[],
    likeness: Pick<Likeness, 'like'>,
  ): Controls {
    const stocks = new Int32Array(cases.length * MOST_CONTROLS);
    const starts = new Int32Array(cases.length + 1);
    let end = 0;
    for (const [index, { stockNo, signalDay }] of cases.entries()) {
      const picked = this.draw(this.findFree(likeness.like(stockNo), stockNo, signalDay));
      stocks.set(picked, end);
      end += picked.length;
      starts[index + 1] = end;
    }
    return { stocks, starts };
  }

  /** Those that are neither the stock nor hits. Valid until the next call. */
  private findFree(alike: Int32Array, stockNo: number, day: number): Int32Array {
    if (this.free.length < alike.length) this.free = new Int32Array(alike.length * 2);
    const { free } = this;
    let count = 0;
    for (const other of alike) {
      if (other === stockNo || this.isHit(other, day)) continue;
      free[count] = other;
      count += 1;
    }
    return free.subarray(0, count);
  }

  /** The first places of a random order. */
  private draw(free: Int32Array): Int32Array {
    const count = Math.min(MOST_CONTROLS, free.length);
    for (let place = 0; place < count; place += 1) {
      const other = place + Math.floor(this.random() * (free.length - place));
      const drawn = free[other] ?? 0;
      free[other] = free[place] ?? 0;
      free[place] = drawn;
    }
    return free.subarray(0, count);
  }
}
