import { quantileOfSorted } from '#lib/kernel';
import type { DaySums } from '#lib/outcomes/domain';

/** Days that a block has at least in the mean. */
const SHORTEST_BLOCK = 10;

/**
 * Means of resampled days (Politis and Romano 1994): blocks of days that begin anywhere and wrap round, as long as the windows
 * overlap in the mean, until there are as many days as in the span. Each day brings its events' sum and their number.
 * @param random In [0, 1); the same numbers give the same means.
 * @returns Sorted. A resample without an event is drawn again.
 */
export function resampleMeans(
  { counts, sums }: DaySums,
  { horizon, resamples, random }: { horizon: number; resamples: number; random: () => number },
): Float64Array {
  const days = counts.length;
  const means = new Float64Array(counts.some((count) => count > 0) ? resamples : 0);
  const goesOn = 1 - 1 / Math.max(horizon, SHORTEST_BLOCK);
  for (let index = 0; index < means.length;) {
    let [sum, count] = [0, 0];
    let day = Math.floor(random() * days);
    for (let drawn = 0; drawn < days; drawn += 1) {
      sum += sums[day] ?? 0;
      count += counts[day] ?? 0;
      if (random() >= goesOn) day = Math.floor(random() * days);
      else day = day + 1 === days ? 0 : day + 1;
    }
    if (count === 0) continue;
    means[index] = sum / count;
    index += 1;
  }
  return means.sort();
}

/** The interval that holds a share of sorted values, as much left out on each side; linear between neighbours. */
export function percentileInterval(sorted: Float64Array, share = 0.95): readonly [low: number, high: number] {
  return [quantileOfSorted(sorted, (1 - share) / 2), quantileOfSorted(sorted, (1 + share) / 2)];
}
