import type { Schemas } from '../api/client';
import { type Bar, toTime } from './bar';

export type MarketLevels = Pick<Schemas['MarketChangesResponse'], 'days' | 'levels'>;

/**
 * A stock's strength compared with the market, 100 at a bar (or at the first one after it that has a strength): its adjusted close over the market's level of
 * the day, which is the chain of the median changes of all stocks. It rises while the stock does better than most.
 * @param bars Of days or weeks, forward- or backward-adjusted, oldest first.
 * @param base The index of the bar that is 100.
 * @returns by the time of the bar; bars before the market's first day or after its last have none.
 */
export function findStrength(
  bars: readonly Bar[],
  { days, levels }: MarketLevels,
  base = 0,
): ReadonlyMap<number, number> {
  const ratios: { readonly time: number; readonly ratio: number }[] = [];
  const last = days.at(-1) ?? '';
  let next = 0;
  let first: number | undefined;
  for (const [index, { tradeDate, close }] of bars.entries()) {
    // The market stands still on a day of which it has no level.
    while (next < days.length && (days[next] ?? '') <= tradeDate) next += 1;
    const level = next === 0 || tradeDate > last ? undefined : levels[next - 1];
    if (level === undefined || level <= 0) continue;
    const ratio = close / level;
    if (index >= base) first ??= ratio;
    ratios.push({ time: toTime(tradeDate), ratio });
  }
  const unit = first ?? ratios.at(-1)?.ratio ?? 1;
  return new Map(ratios.map(({ time, ratio }) => [time, (ratio / unit) * 100]));
}
