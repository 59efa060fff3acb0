import { MedianTracker } from '../median-tracker';
import type { MarketDays } from './market-days';

/**
 * The stocks that a study compares the cases of an entry day with: those that traded on it and passed the filters the evening
 * before, when the purchase was decided. Their returns run from the day's open to a later close (outcomes.md, section 3).
 */
export class Universe {
  /** Numbers of the stocks, ascending. */
  readonly stocks: Int32Array;
  /** By number of the stock; NaN: it is not of the universe. */
  private readonly opens: Float64Array;
  private readonly medians = new Map<number, number>();
  private readonly shares = new Map<number, number>();
  /** The last day whose median was selected. */
  private newest: number | undefined;

  /** @param index Of the market, by day. @param day Of the entry. */
  constructor(
    private readonly market: MarketDays,
    private readonly index: Float64Array,
    readonly day: number,
  ) {
    const { stocks: count, open, passes } = market;
    const [numbers, opens] = [new Int32Array(count), new Float64Array(count)];
    let found = 0;
    for (let stock = 0; stock < count; stock += 1) {
      const price = passes[(day - 1) * count + stock] === 1 ? (open[day * count + stock] ?? NaN) : NaN;
      opens[stock] = price;
      numbers[found] = stock;
      found += +!Number.isNaN(price);
    }
    this.stocks = numbers.subarray(0, found);
    this.opens = opens;
  }

  /** Return of a stock that traded on the day, up to the close of another day; NaN where it has none. */
  returnOf(stock: number, to: number): number {
    const { stocks, open, close } = this.market;
    return (close[to * stocks + stock] ?? NaN) / (open[this.day * stocks + stock] ?? NaN) - 1;
  }

  /**
   * The median of the returns up to the close of a day, which may be one before; what is not known is left out.
   * @param tracker Of the medians as long after other entry days.
   */
  medianTo(to: number, tracker = new MedianTracker()): number {
    const known = this.medians.get(to);
    if (known !== undefined) return known;
    const median = tracker.select(this.market.close, to * this.market.stocks, this.opens, this.guessMedian(to));
    this.medians.set(to, median);
    this.newest = to;
    return median;
  }

  /** The last median, moved as the market did since; NaN without one. */
  private guessMedian(to: number): number {
    const { newest, medians, index } = this;
    if (newest === undefined) return NaN;
    return ((1 + (medians.get(newest) ?? NaN)) * (index[to] ?? NaN)) / (index[newest] ?? NaN) - 1;
  }

  /** Returns of {@link stocks} up to the close of a later day, less their median. */
  excessTo(to: number): Float64Array {
    const { stocks, opens, market } = this;
    const [row, median] = [to * market.stocks, this.medianTo(to)];
    const excess = new Float64Array(stocks.length);
    for (let place = 0; place < stocks.length; place += 1) {
      const stock = stocks[place] ?? 0;
      excess[place] = (market.close[row + stock] ?? NaN) / (opens[stock] ?? NaN) - 1 - median;
    }
    return excess;
  }

  /** The share of stocks that returned more than costs take. @param breakEven Of these days; the same each time. */
  winnersTo(to: number, breakEven: number): number {
    const found = this.shares.get(to);
    if (found !== undefined) return found;
    const { opens, market } = this;
    const row = to * market.stocks;
    let [above, known] = [0, 0];
    for (let stock = 0; stock < opens.length; stock += 1) {
      const value = (market.close[row + stock] ?? NaN) / (opens[stock] ?? NaN) - 1;
      above += +(value > breakEven);
      known += +!Number.isNaN(value);
    }
    const share = above / known;
    this.shares.set(to, share);
    return share;
  }
}
