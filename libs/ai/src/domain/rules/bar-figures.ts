import type { AdjustedBar } from '#lib/market-data';
import { PHASE_RULES, RULES } from './thresholds';

/**
 * What the rules measure on a bar. Prices in yuan as of the last bar, volume in shares of today; a figure that needs more bars
 * than there are is null. Nothing looks past the bar.
 */
export interface BarFigures {
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
  /** True range. */
  readonly tr: number;
  /** Mean true range of the 20 unlocked bars before. */
  readonly atr: number | null;
  /** Volume over the median of the 50 unlocked volumes before. */
  readonly rv: number | null;
  /** (close − low) / (high − low); 0.5 on a locked bar. */
  readonly clv: number;
  /** Over the 60 bars that end with this one. */
  readonly highClose60: number | null;
  readonly lowClose60: number | null;
  readonly isLow60: boolean;
  readonly isHigh60: boolean;
  readonly mean60: number | null;
  /** Up-volume over down-volume of the last 10 bars; Infinity without a fall, null without 10 changes or any volume. */
  readonly demandRatio: number | null;
}

/** Measures all bars in one pass. @param bars One stock's, oldest first. */
export function measureBars(bars: readonly AdjustedBar[]): BarFigures[] {
  const ranges = new RecentMean(RULES.atrBars);
  const volumes = new RecentMedian(RULES.medianVolumeBars);
  const figures: BarFigures[] = [];
  for (const bar of bars) {
    const measured = measure(bar, figures, ranges.value(), volumes.value());
    figures.push(measured);
    if (measured.locked) continue;
    ranges.add(measured.tr);
    volumes.add(measured.volume);
  }
  return figures;
}

function measure(
  bar: AdjustedBar,
  before: readonly BarFigures[],
  atr: number | null,
  medianVolume: number | null,
): BarFigures {
  const { adjOpen: open, adjHigh: high, adjLow: low, adjClose: close, adjVolume: volume } = bar;
  const index = before.length;
  const prevClose = before.at(-1)?.close ?? null;
  const tr = prevClose === null ? high - low : Math.max(high, prevClose) - Math.min(low, prevClose);
  const locked = bar.high === bar.low;
  let [highClose60, lowClose60, lowest, highest, sum] = [close, close, low, high, close];
  const span = RULES.extremeBars - 1;
  for (let back = Math.max(0, index - span); back < index; back += 1) {
    const earlier = before[back];
    if (earlier === undefined) continue;
    if (earlier.close > highClose60) highClose60 = earlier.close;
    if (earlier.close < lowClose60) lowClose60 = earlier.close;
    if (earlier.low < lowest) lowest = earlier.low;
    if (earlier.high > highest) highest = earlier.high;
    sum += earlier.close;
  }
  const full = index >= span;
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
    tr,
    atr,
    rv: medianVolume === null || medianVolume === 0 ? null : volume / medianVolume,
    clv: locked || high === low ? 0.5 : (close - low) / (high - low),
    highClose60: full ? highClose60 : null,
    lowClose60: full ? lowClose60 : null,
    isLow60: full && low === lowest,
    isHigh60: full && high === highest,
    mean60: full ? sum / PHASE_RULES.meanBars : null,
    demandRatio: demandRatio(before, { close, prevClose, volume, locked }),
  };
}

type Change = Pick<BarFigures, 'close' | 'prevClose' | 'volume' | 'locked'>;

function demandRatio(before: readonly BarFigures[], today: Change): number | null {
  const from = before.length - RULES.supplyDemand.bars + 1;
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
    this.sorted.splice(this.placeOf(value), 0, value);
    if (this.values.length <= this.size) return;
    const oldest = this.values.shift();
    if (oldest !== undefined) this.sorted.splice(this.placeOf(oldest), 1);
  }

  value(): number | null {
    if (this.sorted.length < this.size) return null;
    const middle = this.size / 2;
    const [lower, upper] = [this.sorted[Math.ceil(middle) - 1], this.sorted[Math.floor(middle)]];
    return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
  }

  /** The first place whose value is not below. */
  private placeOf(value: number): number {
    let [from, to] = [0, this.sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.sorted[middle] ?? Infinity) < value) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
