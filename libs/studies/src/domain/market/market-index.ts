import type { MarketDays } from './market-days';

/** An index of the market in which each stock weighs the same, by day; the first one's is 1. */
export function computeIndex({ stocks, close, openDays }: MarketDays): Float64Array {
  const index = new Float64Array(openDays.length).fill(1);
  for (let day = 1; day < index.length; day += 1) {
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
  return index;
}
