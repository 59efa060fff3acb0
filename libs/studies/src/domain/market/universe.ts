import type { MedianTracker } from '../median-tracker';
import { selectMedian } from '../select-median';
import type { MarketDays } from './market-days';

/**
 * The stocks that a study compares the cases of an entry day with: those that traded on it and passed the filters the evening
 * before, when the purchase was decided. Their returns run from the day's open to a later close (outcomes.md, section 3).
 */
export class Universe {
  /** Numbers of the stocks, ascending. */
  readonly stocks: Int32Array;
  private readonly opens: Float64Array;
  private readonly medians = new Map<number, number>();
  private readonly shares = new Map<number, number>();
  private readonly returns: Float64Array;

  /** @param day Of the entry. */
  constructor(
    private readonly market: MarketDays,
    readonly day: number,
  ) {
    const { stocks: count, open, passes } = market;
    const [numbers, opens] = [new Int32Array(count), new Float64Array(count)];
    let found = 0;
    for (let stock = 0; stock < count; stock += 1) {
      const price = open[day * count + stock] ?? NaN;
      if (Number.isNaN(price) || passes[(day - 1) * count + stock] !== 1) continue;
      numbers[found] = stock;
      opens[found] = price;
      found += 1;
    }
    this.stocks = numbers.subarray(0, found);
    this.opens = opens.subarray(0, found);
    this.returns = new Float64Array(found);
  }

  /** Return of a stock that traded on the day, up to the close of another day; NaN where it has none. */
  returnOf(stock: number, to: number): number {
    const { stocks, open, close } = this.market;
    return (close[to * stocks + stock] ?? NaN) / (open[this.day * stocks + stock] ?? NaN) - 1;
  }

  /** Returns up to the close of a day, which may be one before. Overwritten by the next call; unknown ones are left out. */
  returnsTo(to: number): Float64Array {
    const { stocks, opens, returns, market } = this;
    const row = to * market.stocks;
    let found = 0;
    for (let index = 0; index < stocks.length; index += 1) {
      const value = (market.close[row + (stocks[index] ?? 0)] ?? NaN) / (opens[index] ?? NaN) - 1;
      if (Number.isNaN(value)) continue;
      returns[found] = value;
      found += 1;
    }
    return returns.subarray(0, found);
  }

  /** The median of {@link returnsTo}. @param tracker Of the medians as long after other entry days. */
  medianTo(to: number, tracker?: MedianTracker): number {
    const known = this.medians.get(to);
    if (known !== undefined) return known;
    const returns = this.returnsTo(to);
    const median = tracker?.select(returns) ?? selectMedian(returns, returns.length);
    this.medians.set(to, median);
    return median;
  }

  /** The share of stocks that returned more than costs take. @param breakEven Of these days; the same each time. */
  winnersTo(to: number, breakEven: number): number {
    const known = this.shares.get(to);
    if (known !== undefined) return known;
    const returns = this.returnsTo(to);
    let above = 0;
    for (const each of returns) if (each > breakEven) above += 1;
    const share = above / returns.length;
    this.shares.set(to, share);
    return share;
  }
}
