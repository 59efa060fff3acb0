import type { CalendarDay } from '#lib/kernel';
import type { CycleEvent } from '#lib/tracking';
import type { BarMetrics } from './bar-metrics';
import type { TradingRange } from './trading-range';

/** An event on the day on which it is recognised. */
export interface FiredEvent {
  readonly event: CycleEvent;
  /** The day it happened, at or before the day it is recognised. */
  readonly happenedOn: CalendarDay;
  /** The price at which it happened: the extreme that it is about, else the close of `happenedOn`. */
  readonly price: number;
  /** What the rule measured, by name, rounded as {@link rounded} does. */
  readonly measures: Measures;
  /** The values that made the rule fire, in Chinese. */
  readonly explanation: string;
  /** The range that it was read in; null for what stops a trend. */
  readonly range: TradingRange | null;
}

export type Measures = Readonly<Record<string, number>>;

/** A bar on which events can fire: unlocked, with enough bars before it. */
export type MeasuredBar = BarMetrics & {
  readonly atr: number;
  readonly rv: number;
  readonly prevClose: number;
  readonly highestClose: number;
  readonly lowestClose: number;
};

export function isMeasured(bar: BarMetrics): bar is MeasuredBar {
  const { locked, atr, rv, prevClose, highestClose, lowestClose } = bar;
  return !locked && atr !== null && rv !== null && prevClose !== null && highestClose !== null && lowestClose !== null;
}

/** At most `digits` decimals. */
export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

/** A number as notes show it. */
export function shown(value: number, digits = 2): string {
  return String(rounded(value, digits));
}

export function percent(share: number): string {
  return `${shown(share * 100, 1)} %`;
}

/** True range in multiples of ATR, and the other two values that most rules name. */
export function effortText({ tr, atr, rv, clv }: MeasuredBar): string {
  return `TR ${shown(tr / atr)} ATR，RV ${shown(rv)}，CLV ${shown(clv)}`;
}

/** The same three as numbers, and what else the rule measured. */
export function effortMeasures({ tr, atr, rv, clv }: MeasuredBar, more: Measures = {}): Measures {
  return roundedAll({ rv, clv, trAtr: tr / atr, ...more });
}

export function roundedAll(measures: Measures): Measures {
  return Object.fromEntries(Object.entries(measures).map(([name, value]) => [name, rounded(value)]));
}

export function rangeText({ support, resistance }: TradingRange): string {
  return `区间 S ${shown(support)}–R ${shown(resistance)}`;
}
