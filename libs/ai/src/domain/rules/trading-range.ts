import type { CalendarDay } from '#lib/kernel';
import type { BarFigures } from './bar-figures';
import { atLeast, atMost, RULES } from './thresholds';

/** Which story a range can tell, by the trend that led into it. */
export type RangeSide = 'accumulation' | 'distribution' | 'both';

/** A trading range S..R. Prices in yuan as of the last bar. */
export interface TradingRange {
  /** Origin and first day, as {@link rangeId} says it. */
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

/** The side that the 120-bar return up to a bar tells; `both` where there are fewer bars. */
export function sideAt(figures: readonly BarFigures[], index: number): RangeSide {
  const start = figures[index - RULES.side.trendBars]?.close;
  const end = figures[index]?.close;
  if (start === undefined || end === undefined) return 'both';
  const change = end / start - 1;
  if (atMost(change, RULES.side.accumulationReturn)) return 'accumulation';
  return atLeast(change, RULES.side.distributionReturn) ? 'distribution' : 'both';
}

/** The 60 bars that end 4 before the day, where they are flat and low enough to be a range. */
export function boxBefore(figures: readonly BarFigures[], index: number): TradingRange | null {
  const { bars, endsBarsBack, maxHeight, maxDrift } = RULES.box;
  const last = index - endsBarsBack;
  const from = last - bars + 1;
  const [first, end] = [figures[from], figures[last]];
  if (first === undefined || end === undefined) return null;
  if (!atMost(Math.abs(end.close / first.close - 1), maxDrift)) return null;
  let [support, resistance] = [Infinity, 0];
  for (let at = from; at <= last; at += 1) {
    const bar = figures[at];
    if (bar === undefined) return null;
    if (bar.low < support) support = bar.low;
    if (bar.high > resistance) resistance = bar.high;
  }
  const height = resistance - support;
  if (height === 0 || !atMost(height, support * maxHeight)) return null;
  const firstDay = first.bar.tradeDate;
  const id = rangeId('box', firstDay);
  return { id, firstDay, support, resistance, height, from, side: sideAt(figures, index), origin: 'box' };
}
