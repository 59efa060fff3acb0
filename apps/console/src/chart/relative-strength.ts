import type { Schemas } from '../api/client';
import { type Bar, toTime } from './bar';

export type MarketLevels = Pick<Schemas['MarketChangesResponse'], 'days' | 'levels'>;

/**
 * A stock's strength compared with the market, 100 at the first bar that has one: its adjusted close over the market's level of
 * the day, which is the chain of the median changes of all stocks. It rises while the stock does better than most.
 * @param bars Of days or weeks, forward- or backward-adjusted, oldest first.
 * @returns by the time of the bar; bars before the market's first day or after its last have none.
 */
export function findStrength(bars: readonly Bar[], { days, levels }: MarketLevels): ReadonlyMap<number, number> {
  const strength = new Map<number, number>();
  const last = days.at(-1) ?? '';
  let next = 0;
  let first: number | undefined;
  for (const { tradeDate, close } of bars) {
    // The market stands still on a day of which it has no level.
    while (next < days.length && (days[next] ?? '') <= tradeDate) next += 1;
    const level = next === 0 || tradeDate > last ? undefined : levels[next - 1];
    if (level === undefined || level <= 0) continue;
    const ratio = close / level;
    first ??= ratio;
    strength.set(toTime(tradeDate), (ratio / first) * 100);
  }
  return strength;
}
