import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { MarketChange } from '../question';
import { atLeast, atMost, type EventRules } from './thresholds';

/**
 * What the rules measure on a bar. Prices in yuan as of the last bar, volume in shares of today; a value that needs more bars
 * than there are is null. Nothing looks past the bar.
 */
export interface BarMetrics {
  readonly index: number;
  readonly bar: AdjustedBar;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly prevClose: number | null;
  /** A one-price bar: it fires nothing and stays out of averages. */
  readonly locked: boolean;
  /**
   * The bar closes at its limit: further demand or supply is cut off, so that its range, volume and position of the close
   * mean less than they seem to. Null otherwise, and if the limit is not known.
   */
  readonly censored: 'up' | 'down' | null;
  /** True range. */
  readonly tr: number;
  /** Mean true range of the unlocked bars before: 20 of days, 13 of weeks. */
  readonly atr: number | null;
  /** Volume over the median of the unlocked volumes before: 50 of days, 26 of weeks. */
  readonly rv: number | null;
  /** (close − low) / (high − low); 0.5 on a locked bar. */
  readonly clv: number;
  /** Over the bars that end with this one: 60 of days, 26 of weeks. */
  readonly highestClose: number | null;
  readonly lowestClose: number | null;
  readonly isLowest: boolean;
  readonly isHighest: boolean;
  /** Bars since the newest lowest low and highest high, 0 on it; Infinity if none was. */
  readonly sinceLowest: number;
  readonly sinceHighest: number;
  readonly meanClose: number | null;
  /**
   * Up-volume over down-volume of the last 10 bars (8 weeks); Infinity without a fall, null without as many changes or
   * any volume.
   */
  readonly demandRatio: number | null;
  /** The stock's change over 20 bars less the market's over the same days, in percentage points; null if that is not known. */
  readonly rs: number | null;
}

/**
 * Measures all bars in one pass.
 * @param bars One stock's, oldest first.
 * @param market What the market did on the days of the bars, as far as that is known.
 */
export function measureBars(
  bars: readonly AdjustedBar[],
  rules: EventRules,
  market: readonly MarketChange[] = [],
): BarMetrics[] {
  const ranges = new RecentMean(rules.atrBars);
  const volumes = new RecentMedian(rules.medianVolumeBars);
  const strength = new RelativeStrength(rules.strengthBars, market);
  const metrics: BarMetrics[] = [];
  const extremes = new Extremes(bars.length, rules.extremeBars);
  for (const bar of bars) {
    const known = { atr: ranges.value(), medianVolume: volumes.value(), rs: strength.of(bar) };
    const measured = measure(bar, metrics, rules, { extremes, ...known });
    metrics.push(measured);
    if (measured.locked) continue;
    ranges.add(measured.tr);
    volumes.add(measured.volume);
  }
  return metrics;
}

function measure(
  bar: AdjustedBar,
  before: readonly BarMetrics[],
  rules: EventRules,
  {
    extremes,
    atr,
    medianVolume,
    rs,
  }: { extremes: Extremes; atr: number | null; medianVolume: number | null; rs: number | null },
): BarMetrics {
  const { adjOpen: open, adjHigh: high, adjLow: low, adjClose: close, adjVolume: volume } = bar;
  const index = before.length;
  const yesterday = before.at(-1);
  const prevClose = yesterday?.close ?? null;
  const tr = prevClose === null ? high - low : Math.max(high, prevClose) - Math.min(low, prevClose);
  const locked = bar.high === bar.low;
  extremes.add(high, low, close);
  const { highestClose, lowestClose, lowest, highest, sum } = extremes;
  const full = index >= rules.extremeBars - 1;
  const isLowest = full && low === lowest;
  const isHighest = full && high === highest;
  return {
    index,
    bar,
    open,
    high,
    low,
    close,
    volume,
    prevClose,
    locked,
    censored: locked ? null : limitClosedAt(bar),
    tr,
    atr,
    rv: medianVolume === null || medianVolume === 0 ? null : volume / medianVolume,
    clv: locked || high === low ? 0.5 : (close - low) / (high - low),
    highestClose: full ? highestClose : null,
    lowestClose: full ? lowestClose : null,
    isLowest,
    isHighest,
    sinceLowest: isLowest ? 0 : (yesterday?.sinceLowest ?? Infinity) + 1,
    sinceHighest: isHighest ? 0 : (yesterday?.sinceHighest ?? Infinity) + 1,
    meanClose: full ? sum / rules.extremeBars : null,
    demandRatio: demandRatio(before, rules.supplyDemand.bars, { close, prevClose, volume, locked }),
    rs,
  };
}

function limitClosedAt({ close, upLimit, downLimit }: AdjustedBar): BarMetrics['censored'] {
  if (upLimit !== null && atLeast(close, upLimit)) return 'up';
  return downLimit !== null && atMost(close, downLimit) ? 'down' : null;
}

/** Extremes over the bars that end with the newest. In arrays of numbers: every bar is read as often as a window is long. */
class Extremes {
  highestClose = NaN;
  lowestClose = NaN;
  lowest = NaN;
  highest = NaN;
  /** Of the closes. */
  sum = NaN;
  private count = 0;
  private readonly highs: Float64Array;
  private readonly lows: Float64Array;
  private readonly closes: Float64Array;

  constructor(
    capacity: number,
    private readonly bars: number,
  ) {
    this.highs = new Float64Array(capacity);
    this.lows = new Float64Array(capacity);
    this.closes = new Float64Array(capacity);
  }

  add(high: number, low: number, close: number): void {
    const { count, highs, lows, closes } = this;
    let [highestClose, lowestClose, lowest, highest, sum] = [close, close, low, high, close];
    for (let at = Math.max(0, count - this.bars + 1); at < count; at += 1) {
      const earlier = closes[at] ?? NaN;
      if (earlier > highestClose) highestClose = earlier;
      if (earlier < lowestClose) lowestClose = earlier;
      const earlierLow = lows[at] ?? NaN;
      if (earlierLow < lowest) lowest = earlierLow;
      const earlierHigh = highs[at] ?? NaN;
      if (earlierHigh > highest) highest = earlierHigh;
      sum += earlier;
    }
    this.highestClose = highestClose;
    this.lowestClose = lowestClose;
    this.lowest = lowest;
    this.highest = highest;
    this.sum = sum;
    highs[count] = high;
    lows[count] = low;
    closes[count] = close;
    this.count += 1;
  }
}

type Change = Pick<BarMetrics, 'close' | 'prevClose' | 'volume' | 'locked'>;

function demandRatio(before: readonly BarMetrics[], bars: number, today: Change): number | null {
  const from = before.length - bars + 1;
  const first = before[from];
  if (first === undefined || first.prevClose === null) return null;
  let [up, down] = [0, 0];
  for (let index = from; index <= before.length; index += 1) {
    const { close, prevClose, volume, locked } = before[index] ?? today;
    if (prevClose === null || locked) continue;
    if (close > prevClose) up += volume;
    if (close < prevClose) down += volume;
  }
  if (down === 0) return up === 0 ? null : Infinity;
  return up / down;
}

/** Growth of the stock and of the market's median over the newest bars. A day that the market is not known of breaks it off. */
class RelativeStrength {
  private readonly changes: ReadonlyMap<CalendarDay, number>;
  private readonly known: { close: number; market: number }[] = [];

  constructor(
    private readonly bars: number,
    market: readonly MarketChange[],
  ) {
    this.changes = new Map(market.map(({ tradeDate, medianChangePct }) => [tradeDate, medianChangePct]));
  }

  of({ tradeDate, adjClose }: AdjustedBar): number | null {
    if (this.changes.size === 0) return null;
    const change = this.changes.get(tradeDate);
    if (change === undefined) this.known.length = 0;
    else this.known.push({ close: adjClose, market: (this.known.at(-1)?.market ?? 1) * (1 + change / 100) });
    const [from, to] = [this.known.at(-1 - this.bars), this.known.at(-1)];
    return from === undefined || to === undefined ? null : (to.close / from.close - to.market / from.market) * 100;
  }
}

/** Mean of the newest `size` values, null until there are as many. */
class RecentMean {
  private readonly values: number[] = [];

  constructor(private readonly size: number) {}

  add(value: number): void {
    this.values.push(value);
    if (this.values.length > this.size) this.values.shift();
  }

  value(): number | null {
    if (this.values.length < this.size) return null;
    return this.values.reduce((sum, value) => sum + value, 0) / this.size;
  }
}

/** Median of the newest `size` values, kept in order; null until there are as many. */
class RecentMedian {
  private readonly values: number[] = [];
  private readonly sorted: number[] = [];

  constructor(private readonly size: number) {}

  add(value: number): void {
    this.values.push(value);
    this.sorted.splice(this.findPosition(value), 0, value);
    if (this.values.length <= this.size) return;
    const oldest = this.values.shift();
    if (oldest !== undefined) this.sorted.splice(this.findPosition(oldest), 1);
  }

  value(): number | null {
    if (this.sorted.length < this.size) return null;
    const middle = this.size / 2;
    const [lower, upper] = [this.sorted[Math.ceil(middle) - 1], this.sorted[Math.floor(middle)]];
    return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
  }

  /** The first position whose value is not below. */
  private findPosition(value: number): number {
    let [from, to] = [0, this.sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.sorted[middle] ?? Infinity) < value) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
