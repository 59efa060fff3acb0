import type { CalendarDay } from '#lib/kernel';
import type { CycleEvent } from '#lib/tracking';
import type { BarFigures } from './bar-figures';
import type { TradingRange } from './trading-range';

/** An event on the day on which it is recognised. */
export interface FiredEvent {
  readonly event: CycleEvent;
  /** The day it happened, at or before the day it is recognised. */
  readonly happenedOn: CalendarDay;
  /** The figures that made the rule fire, in Chinese. */
  readonly figures: string;
  /** The range that it was read in; null for what stops a trend. */
  readonly range: TradingRange | null;
}

/** A bar on which events can fire: unlocked, with enough bars before it. */
export type JudgedBar = BarFigures & {
  readonly atr: number;
  readonly rv: number;
  readonly prevClose: number;
  readonly highClose60: number;
  readonly lowClose60: number;
};

export function isJudged(figures: BarFigures): figures is JudgedBar {
  const { locked, atr, rv, prevClose, highClose60, lowClose60 } = figures;
  return !locked && atr !== null && rv !== null && prevClose !== null && highClose60 !== null && lowClose60 !== null;
}

/** A number as notes show it: at most `digits` decimals. */
export function shown(value: number, digits = 2): string {
  return String(Number(value.toFixed(digits)));
}

export function percent(share: number): string {
  return `${shown(share * 100, 1)} %`;
}

/** True range in multiples of ATR, and the other two figures that most rules name. */
export function effortFigures({ tr, atr, rv, clv }: JudgedBar): string {
  return `TR ${shown(tr / atr)} ATR，RV ${shown(rv)}，CLV ${shown(clv)}`;
}

export function rangeFigures({ support, resistance }: TradingRange): string {
  return `区间 S ${shown(support)}–R ${shown(resistance)}`;
}
