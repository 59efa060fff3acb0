import type { MarketDays } from './market-days';

/** Days whose mean the index is compared with. */
const MEAN_DAYS = 120;

/**
 * Whether the market stood above its mean of 120 days, by an index in which each stock weighs the same.
 * @returns By day 1: above, 0: not above, -1: it has not come to so many days.
 */
export function findRegimes(market: MarketDays): Int8Array {
  const { stocks, close, openDays } = market;
  const days = openDays.length;
  const index = new Float64Array(days).fill(1);
  for (let day = 1; day < days; day += 1) {
    const [now, before] = [day * stocks, (day - 1) * stocks];
    let [sum, count] = [0, 0];
    for (let stock = 0; stock < stocks; stock += 1) {
      const gain = (close[now + stock] ?? NaN) / (close[before + stock] ?? NaN) - 1;
      if (Number.isNaN(gain)) continue;
      sum += gain;
      count += 1;
    }
    index[day] = (index[day - 1] ?? 1) * (1 + (count === 0 ? 0 : sum / count));
  }
  const regimes = new Int8Array(days).fill(-1);
  let sum = 0;
  for (let day = 0; day < days; day += 1) {
    sum += (index[day] ?? 0) - (day >= MEAN_DAYS ? (index[day - MEAN_DAYS] ?? 0) : 0);
    if (day >= MEAN_DAYS - 1) regimes[day] = (index[day] ?? 0) > sum / MEAN_DAYS ? 1 : 0;
  }
  return regimes;
}
