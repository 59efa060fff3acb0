import type { Schemas } from '../api/client';

/** A day, or a week that is named by its last trading day. Prices in yuan, volume in shares. */
export type Bar = Schemas['ChartBarResponse'];

export type Period = 'day' | 'week';

const A_WEEK_MS = 7 * 86_400_000;

/**
 * Where a day stands among bars, oldest first: itself, or for a day without a bar the one before it; of weeks the one that
 * it lies in. `undefined` where no bar is near enough to speak for it.
 */
export function findBarIndex(bars: readonly Bar[], day: string, period: Period): number | undefined {
  const next = firstFrom(bars, day);
  const found = bars[next];
  if (found !== undefined && found.firstDate <= day) return next;
  const before = bars[next - 1];
  if (before === undefined) return undefined;
  // The week that is not over ends with its newest bar; a day after a suspension belongs to what was before it.
  return period === 'day' || toTime(day) - toTime(before.tradeDate) < A_WEEK_MS ? next - 1 : undefined;
}

/** The index of the first bar that ends on the day or later; the number of bars if there is none. */
export function firstFrom(bars: readonly Bar[], day: string): number {
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bars[middle]?.tradeDate ?? '') < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Percent from the close before. */
export function getChange(bars: readonly Bar[], index: number): number | null {
  const before = bars[index - 1];
  const bar = bars[index];
  return before === undefined || bar === undefined || before.close === 0 ? null : (bar.close / before.close - 1) * 100;
}

/** Midnight UTC: what the axis counts in, far from any change of clocks. */
export function toTime(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
