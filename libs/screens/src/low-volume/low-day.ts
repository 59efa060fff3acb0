import type { StockBars } from '../domain/stock-bars';
import { closesAtLimitUp } from '../measures/price-limits';
import { valueAt } from '../measures/value-at';

/** Open days before the range, on none of which the stock may have traded less. */
export const PRIOR_OPEN_DAYS = 360;

/** The open days in which a low is looked for; they end with the bar `last`, or `idleDays` open days after it. */
export interface LowRange {
  readonly last: number;
  readonly days: number;
  readonly idleDays: number;
}

/**
 * Position of the bar that makes a stock a hit of the one-year low volume: the range's lowest volume as traded, the latest of
 * equal ones, which no bar of the 360 open days before the range undercuts and which did not close at its upper limit; else
 * null. A stock that was listed after the first of these days has no year to compare with, nor does one of a market of files
 * without a bar before the range (docs/scan.md).
 */
export function findLowDay(bars: StockBars, range: LowRange): number | null {
  const { tradedVolume, openDay } = bars;
  const firstDay = firstDayOf(bars, range);
  const priorDay = firstDay - PRIOR_OPEN_DAYS;
  if (priorDay < 0 || listingDayOf(bars, range.last) > priorDay) return null;
  let low = -1;
  let at = range.last;
  for (; at >= 0 && valueAt(openDay, at) >= firstDay; at -= 1) {
    if (low < 0 || valueAt(tradedVolume, at) < valueAt(tradedVolume, low)) low = at;
  }
  if (low < 0 || (at < 0 && bars.isOfFiles && bars.isWhole)) return null;
  const volume = valueAt(tradedVolume, low);
  for (; at >= 0 && valueAt(openDay, at) >= priorDay; at -= 1) if (valueAt(tradedVolume, at) < volume) return null;
  return closesAtLimitUp(bars, low) ? null : low;
}

/** Positions [from, to) of a stock's bars on the `days` open days before a range. */
export function barsBefore(bars: StockBars, range: LowRange, days: number): { from: number; to: number } {
  const firstDay = firstDayOf(bars, range);
  let to = range.last + 1;
  while (to > 0 && valueAt(bars.openDay, to - 1) >= firstDay) to -= 1;
  let from = to;
  while (from > 0 && valueAt(bars.openDay, from - 1) >= firstDay - days) from -= 1;
  return { from, to };
}

function firstDayOf({ openDay }: StockBars, { last, days, idleDays }: LowRange): number {
  return valueAt(openDay, last) + idleDays - days + 1;
}

/** Number of the listing's day among the open days. */
function listingDayOf({ openDay, listDays }: StockBars, at: number): number {
  return valueAt(openDay, at) - valueAt(listDays, at) + 1;
}
