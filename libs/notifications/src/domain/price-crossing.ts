import type { PriceConditions, PriceItem, PriceMeasure } from './conditions';

/** A stock's day as the conditions of a rule read it. */
export interface PriceDay {
  /** Yuan as traded. */
  readonly close: number;
  /** Yuan, forward-adjusted: changes over an ex-right day are those of a holder. */
  readonly adjClose: number;
  /** Shares of today. */
  readonly adjVolume: number;
  readonly turnoverPct: number | null;
}

/** Days before a day that its volume is compared with. */
const VOLUME_DAYS = 5;
/** Bars that a crossing reads: two days, and what the first of them looks back on. */
export const CROSSING_BARS = VOLUME_DAYS + 2;

/**
 * Whether conditions became true on the last day: they hold on it, and did not hold on the day before.
 * @param days Oldest first, {@link CROSSING_BARS} of them. A measure without enough days holds on none.
 */
export function hasCrossed({ op, items }: PriceConditions, days: readonly PriceDay[]): boolean {
  const last = days.length - 1;
  if (last < 1) return false;
  const holds = (at: number): boolean =>
    op === 'and' ? items.every((item) => compare(item, days, at)) : items.some((item) => compare(item, days, at));
  return holds(last) && !holds(last - 1);
}

/** Change of the close on a day, percent; null without a day before. */
export function changePct(days: readonly PriceDay[], at: number): number | null {
  const [before, day] = [days[at - 1], days[at]];
  return before === undefined || day === undefined ? null : (day.adjClose / before.adjClose - 1) * 100;
}

function compare({ type, op, value }: PriceItem, days: readonly PriceDay[], at: number): boolean {
  const known = measure(type, days, at);
  if (known === null) return false;
  const measured = withoutDust(known);
  if (typeof value !== 'number') return measured >= value[0] && measured <= value[1];
  switch (op) {
    case '>':
      return measured > value;
    case '>=':
      return measured >= value;
    case '<':
      return measured < value;
    case '<=':
      return measured <= value;
    case 'between':
      return false;
  }
}

/** In binary fractions, 10 to 12 yuan is 19.999999999999996 %: a value that stands on its bound must meet it. */
function withoutDust(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}

function measure(type: PriceMeasure, days: readonly PriceDay[], at: number): number | null {
  const day = days[at];
  if (day === undefined) return null;
  switch (type) {
    case 'price':
      return day.close;
    case 'change_pct':
      return changePct(days, at);
    case 'turnover':
      return day.turnoverPct;
    case 'volume_ratio': {
      const before = days.slice(Math.max(0, at - VOLUME_DAYS), at);
      const mean = before.reduce((sum, { adjVolume }) => sum + adjVolume, 0) / VOLUME_DAYS;
      return before.length < VOLUME_DAYS || mean === 0 ? null : day.adjVolume / mean;
    }
  }
}
