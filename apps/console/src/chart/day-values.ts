import type { Bar } from './bar';

/** What the head of a stock says of its newest day; null for what its bars can't tell. Prices in yuan, the rest in percent. */
export interface DayValues {
  readonly day: string;
  /** The close before, ex-right. */
  readonly previousClose: number | null;
  readonly change: number | null;
  readonly changePct: number | null;
  /** High less low, of the close before. */
  readonly amplitudePct: number | null;
  readonly turnoverPct: number | null;
  /** The volume over the mean of the 5 bars before. */
  readonly volumeRatio: number | null;
}

const BARS_BEFORE = 5;

/** @param bars Daily, forward-adjusted as of the last of them, oldest first. */
export function findDayValues(bars: readonly Bar[]): DayValues | undefined {
  const last = bars.at(-1);
  if (last === undefined) return undefined;
  const previousClose = bars.at(-2)?.close ?? null;
  const before = bars.slice(-BARS_BEFORE - 1, -1);
  const mean = before.reduce((sum, { volume }) => sum + volume, 0) / BARS_BEFORE;
  const ofClose = (value: number): number | null =>
    previousClose === null || previousClose === 0 ? null : (value / previousClose) * 100;
  return {
    day: last.tradeDate,
    previousClose,
    change: previousClose === null ? null : last.close - previousClose,
    changePct: previousClose === null ? null : ofClose(last.close - previousClose),
    amplitudePct: ofClose(last.high - last.low),
    turnoverPct: last.turnoverPct,
    volumeRatio: before.length < BARS_BEFORE || mean === 0 ? null : last.volume / mean,
  };
}
