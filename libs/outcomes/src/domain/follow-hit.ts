import { findFirstFrom } from '#lib/kernel';

/** One stock's bars as they are traded, oldest first. A suspended day has no bar. Prices in yuan. */
export interface TradedBars {
  readonly count: number;
  /** Number of each bar's day among the exchange's open days. */
  readonly openDay: Int32Array;
  /** As traded, for the limits. */
  readonly tradedOpen: Float64Array;
  readonly tradedHigh: Float64Array;
  readonly tradedLow: Float64Array;
  /** Limit prices of a bar's day; NaN: none. */
  limitUpAt(at: number): number;
  limitDownAt(at: number): number;
  /** Adjusted as of one day, so that their quotients are returns. */
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** What is known beside a stock's bars. */
export interface HitCalendar {
  /** Number of the last open day that the market has. */
  readonly lastDay: number;
  /** Whether the stock has left the exchange: its last close is then the exit of what is still held. */
  readonly isDelisted: boolean;
}

/** Open days on which a purchase is tried; a suspended day is a try. */
const TRIES = 5;

/** Half a fen: limits are whole fen, prices binary fractions. */
export const HALF_FEN = 0.005;

export type Entry =
  /** Position of the bar at whose open it was bought. */
  { readonly outcome: 'filled'; readonly at: number } | { readonly outcome: 'unfillable' | 'pending' };

/**
 * The first open after a hit that can be bought (outcomes.md, section 2): not at the upper limit, within five open days.
 * @param hit Position of the hit's bar, or of the newest bar before its day; -1: the stock has none.
 * @param hitDay Number of the hit's open day.
 */
export function findEntry(
  bars: TradedBars,
  hit: number,
  { lastDay, isDelisted }: HitCalendar,
  hitDay = bars.openDay[hit] ?? NaN,
): Entry {
  const lastTry = hitDay + TRIES;
  for (let at = hit + 1; at < bars.count && (bars.openDay[at] ?? Infinity) <= lastTry; at += 1) {
    if (!opensAtLimitUp(bars, at)) return { outcome: 'filled', at };
  }
  return { outcome: lastTry <= lastDay || isDelisted ? 'unfillable' : 'pending' };
}

export interface Exit {
  /** Position of the bar at whose close it was sold. */
  readonly at: number;
  /** Open days after the horizon's last one. */
  readonly delay: number;
  /** It was the last close of a stock that left the exchange. */
  readonly delisted: boolean;
}

/**
 * The close of the horizon's last open day, the entry's being day 0; where the stock is suspended then, or locked at its lower
 * limit, the first later close that could be sold at.
 * @returns undefined while the horizon has not ended, or the stock may still come back.
 */
export function findExit(
  bars: TradedBars,
  entry: number,
  horizon: number,
  { lastDay, isDelisted }: HitCalendar,
): Exit | undefined {
  const due = (bars.openDay[entry] ?? NaN) + horizon;
  if (due <= lastDay) {
    for (let at = firstFrom(bars, entry + 1, due); at < bars.count; at += 1) {
      if (!isLockedDown(bars, at)) return { at, delay: (bars.openDay[at] ?? NaN) - due, delisted: false };
    }
  }
  return isDelisted ? { at: bars.count - 1, delay: 0, delisted: true } : undefined;
}

/** Shares, 0.05: 5 %. */
export interface HeldReturn {
  readonly gross: number;
  /** The best and the worst price on the way. The entry's own high could not be sold at (T+1), its low was lived through. */
  readonly best: number;
  readonly worst: number;
}

/** What a position from an open to a close returned, before costs. */
export function measureReturn({ open, high, low, close }: TradedBars, entry: number, exit: number): HeldReturn {
  const paid = open[entry] ?? NaN;
  let [highest, lowest] = [-Infinity, low[entry] ?? NaN];
  for (let at = entry + 1; at <= exit; at += 1) {
    highest = Math.max(highest, high[at] ?? NaN);
    lowest = Math.min(lowest, low[at] ?? NaN);
  }
  // Delisted on the day it was bought.
  if (highest === -Infinity) highest = close[exit] ?? NaN;
  return { gross: (close[exit] ?? NaN) / paid - 1, best: highest / paid - 1, worst: lowest / paid - 1 };
}

/** Whether a bar cannot be bought at its open. */
function opensAtLimitUp(bars: TradedBars, at: number): boolean {
  return (bars.tradedOpen[at] ?? NaN) >= bars.limitUpAt(at) - HALF_FEN;
}

/** Whether a bar of one price stands at its lower limit, so that nobody buys. */
function isLockedDown(bars: TradedBars, at: number): boolean {
  const low = bars.tradedLow[at] ?? NaN;
  return bars.tradedHigh[at] === low && low <= bars.limitDownAt(at) + HALF_FEN;
}

/** Position of the first bar on a day or after it. */
function firstFrom({ openDay, count }: TradedBars, from: number, day: number): number {
  return findFirstFrom(openDay, day, from, count);
}
