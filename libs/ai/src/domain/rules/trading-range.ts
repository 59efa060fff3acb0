import type { CalendarDay } from '#lib/kernel';
import type { BarMetrics } from './bar-metrics';
import { atLeast, atMost, type EventRules, type Timeframe } from './thresholds';

/** The possible meaning of a range, by the trend that led into it. */
export type RangeSide = 'accumulation' | 'distribution' | 'both';

/** A trading range S..R. Prices in yuan as of the last bar. */
export interface TradingRange {
  /** Origin and first day, as {@link rangeId} writes them. */
  readonly id: string;
  readonly firstDay: CalendarDay;
  readonly support: number;
  readonly resistance: number;
  readonly height: number;
  /** Index of its first bar: of the climax, or of the box. */
  readonly from: number;
  readonly side: RangeSide;
  readonly origin: 'climax' | 'box';
}

/** One of a stock's ranges, whatever bars come later. */
export function rangeId(origin: TradingRange['origin'], firstDay: CalendarDay): string {
  return `${origin}-${firstDay}`;
}

/** The side that follows from the trend up to a bar, by its return over 120 bars (52 weeks); `both` if there are fewer bars. */
export function sideAt(metrics: readonly BarMetrics[], index: number, { side }: EventRules): RangeSide {
  const start = metrics[index - side.trendBars]?.close;
  const end = metrics[index]?.close;
  if (start === undefined || end === undefined) return 'both';
  const change = end / start - 1;
  if (atMost(change, side.accumulationReturn)) return 'accumulation';
  return atLeast(change, side.distributionReturn) ? 'distribution' : 'both';
}

/** Knows when a range ends: so many closes in a row outside of it, or too old. */
export class RangeWatch {
  private closesOutside = 0;

  constructor(
    readonly range: TradingRange,
    private readonly phases: Timeframe['phases'],
  ) {}

  /** Goes one bar on. How the range ends with it; null while it lasts. */
  endOn({ index, close }: BarMetrics): 'left' | 'old' | null {
    const { range, phases } = this;
    const outside = close > range.resistance || close < range.support;
    this.closesOutside = outside ? this.closesOutside + 1 : 0;
    if (this.closesOutside >= phases.closes) return 'left';
    return index - range.from > phases.maxRangeBars ? 'old' : null;
  }
}

/**
 * Boxes: a flat stretch that ends some bars before the day becomes one when it is first valid, and keeps its edges until it is
 * left, so that all events in it speak of the same lines.
 */
export class BoxReader {
  private watch: RangeWatch | null = null;
  /** A box may not begin before: the last one was left there. */
  private earliest = 0;

  constructor(
    private readonly metrics: readonly BarMetrics[],
    private readonly frame: Timeframe,
  ) {}

  /** Goes one bar on. @param climaxRange goes before any box, and ends the one at hand. */
  read(bar: BarMetrics, climaxRange: TradingRange | null): TradingRange | null {
    if (climaxRange !== null) {
      this.watch = null;
      return null;
    }
    const end = this.watch?.endOn(bar) ?? null;
    if (end === 'left') this.earliest = bar.index;
    if (end !== null) this.watch = null;
    if (this.watch === null) {
      const box = boxBefore(this.metrics, bar.index, this.earliest, this.frame.events);
      if (box !== null) this.watch = new RangeWatch(box, this.frame.phases);
    }
    return this.watch?.range ?? null;
  }
}

/** The 60 bars that end 4 before the day (26 weeks and 1), if they are flat and low enough to be a range. */
function boxBefore(
  metrics: readonly BarMetrics[],
  index: number,
  earliest: number,
  rules: EventRules,
): TradingRange | null {
  const { bars, endsBarsBack, maxHeight, maxDrift } = rules.box;
  const last = index - endsBarsBack;
  const from = last - bars + 1;
  const [first, end] = [metrics[from], metrics[last]];
  if (from < earliest || first === undefined || end === undefined) return null;
  if (!atMost(Math.abs(end.close / first.close - 1), maxDrift)) return null;
  let [support, resistance] = [Infinity, 0];
  for (let at = from; at <= last; at += 1) {
    const bar = metrics[at];
    if (bar === undefined) return null;
    if (bar.low < support) support = bar.low;
    if (bar.high > resistance) resistance = bar.high;
  }
  const height = resistance - support;
  if (height === 0 || !atMost(height, support * maxHeight)) return null;
  const firstDay = first.bar.tradeDate;
  return {
    ...{ id: rangeId('box', firstDay), firstDay, support, resistance, height, from, origin: 'box' },
    // The trend before the box, never the evaluated day.
    side: sideAt(metrics, from, rules),
  };
}

/** Was the support found before: by a climax, or by touches with a rise between? Else a dip under it is no more than a dip. */
export function isSupportKnown(
  metrics: readonly BarMetrics[],
  range: TradingRange,
  index: number,
  { support: rule }: EventRules,
): boolean {
  if (range.origin === 'climax') return true;
  if (index - range.from < rule.age) return false;
  let [touches, isAway] = [0, true];
  for (let at = range.from; at < index; at += 1) {
    const bar = metrics[at];
    if (bar === undefined) continue;
    if (isAway && atMost(bar.low, range.support + rule.touchH * range.height)) {
      touches += 1;
      isAway = false;
    }
    if (bar.close > range.support + rule.awayH * range.height) isAway = true;
  }
  return touches >= rule.touches;
}
