import type { StockBars } from '../domain/stock-bars';
import { type BarRange, findLowest, isUndercut, PRIOR_WINDOW_DAYS } from '../domain/low-volumes';
import { closesAtLimitUp } from '../measures/price-limits';
import { valueAt } from '../measures/value-at';

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
  const { tradedVolume } = bars;
  const priorDay = firstDayOf(bars, range) - PRIOR_WINDOW_DAYS;
  if (priorDay < 0 || listingDayOf(bars, range.last) > priorDay) return null;
  const before = barsBefore(bars, range, PRIOR_WINDOW_DAYS);
  if (before.until === 0 && bars.isOfFiles && bars.isWhole) return null;
  const low = findLowest(tradedVolume, { from: before.until, until: range.last + 1 });
  if (low === undefined || isUndercut(tradedVolume, before, { by: valueAt(tradedVolume, low) })) return null;
  return closesAtLimitUp(bars, low) ? null : low;
}

/** A stock's bars on the `days` open days before a range. */
export function barsBefore(bars: StockBars, range: LowRange, days: number): BarRange {
  const firstDay = firstDayOf(bars, range);
  const until = countBefore(bars, firstDay, range.last + 1);
  return { from: countBefore(bars, firstDay - days, until), until };
}

/** How many of the first `bars` stand before an open day. */
function countBefore({ openDay }: StockBars, day: number, bars: number): number {
  let [from, to] = [0, bars];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (valueAt(openDay, middle) < day) from = middle + 1;
    else to = middle;
  }
  return from;
}

function firstDayOf({ openDay }: StockBars, { last, days, idleDays }: LowRange): number {
  return valueAt(openDay, last) + idleDays - days + 1;
}

/** Number of the listing's day among the open days. */
function listingDayOf({ openDay, listDays }: StockBars, at: number): number {
  return valueAt(openDay, at) - valueAt(listDays, at) + 1;
}
