import { addDays, calendarDayOf, isoWeekday } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';

/** Prices in yuan, volume in shares: what a bar of a hand-built series says of itself. */
export interface DrawnBar {
  high: number;
  low: number;
  close: number;
  volume: number;
}

/** Shares of every bar of the wave. */
const WAVE_VOLUME = 1000;

/**
 * A quiet range: closes run between 9.25 and 10.75 and back in 30 bars, 0.1 a bar, each bar with a true range of 0.2 and the
 * same volume. So S = 9.2, R = 10.8, H = 1.6, ATR = 0.2, RV = 1, and no event fires.
 * @param at Close of the last bar, such as 9.35, on the way down or up.
 */
export function waveTo(at: number, way: 'down' | 'up'): DrawnBar[] {
  const step = way === 'down' ? Math.round((10.75 - at) * 10) : 15 + Math.round((at - 9.25) * 10);
  const count = 30 * 7 + step + 1;
  return Array.from({ length: count }, (_, index) => stepped(waveClose(index - 1), waveClose(index)));
}

function waveClose(index: number): number {
  const place = (index + 30) % 30;
  return round(place <= 15 ? 10.75 - place / 10 : 9.25 + (place - 15) / 10);
}

/** A bar from one close to another with 0.05 to spare on both sides. */
export function stepped(from: number, to: number, volume = WAVE_VOLUME): DrawnBar {
  return { high: round(Math.max(from, to) + 0.05), low: round(Math.min(from, to) - 0.05), close: to, volume };
}

/** The bars that walk on from a series to a close in steps of 0.1. */
export function walk(from: readonly DrawnBar[], to: number): DrawnBar[] {
  const bars: DrawnBar[] = [];
  let close = from.at(-1)?.close ?? to;
  while (Math.abs(to - close) > 1e-6) {
    const next = round(Math.abs(to - close) <= 0.1 ? to : close + Math.sign(to - close) / 10);
    bars.push(stepped(close, next));
    close = next;
  }
  return bars;
}

function round(price: number): number {
  return Math.round(price * 1e6) / 1e6;
}

/** Unadjusted bars on weekdays from 2024-01-01 on. */
export function barsOf(drawn: readonly DrawnBar[]): AdjustedBar[] {
  let day = calendarDayOf('2024-01-01');
  return drawn.map(({ high, low, close, volume }, index) => {
    if (index > 0) day = addDays(day, isoWeekday(day) === 5 ? 3 : 1);
    const open = drawn[index - 1]?.close ?? close;
    const inside = Math.min(high, Math.max(low, open));
    return {
      tradeDate: day,
      ...{ open: inside, high, low, close, volume },
      ...{ adjOpen: inside, adjHigh: high, adjLow: low, adjClose: close, adjVolume: volume },
      ...{ preClose: null, amount: null, turnoverPct: null, circMarketCap: null },
      ...{ upLimit: null, downLimit: null, isSt: null },
    };
  });
}
