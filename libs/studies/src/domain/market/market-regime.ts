/** Days whose mean the index is compared with. */
const MEAN_DAYS = 120;

/**
 * Whether the market stood above its mean of 120 days.
 * @param index By day.
 * @returns By day 1: above, 0: not above, -1: it has not come to so many days.
 */
export function findRegimes(index: Float64Array): Int8Array {
  const regimes = new Int8Array(index.length).fill(-1);
  let sum = 0;
  for (let day = 0; day < index.length; day += 1) {
    sum += (index[day] ?? 0) - (day >= MEAN_DAYS ? (index[day - MEAN_DAYS] ?? 0) : 0);
    if (day >= MEAN_DAYS - 1) regimes[day] = (index[day] ?? 0) > sum / MEAN_DAYS ? 1 : 0;
  }
  return regimes;
}
