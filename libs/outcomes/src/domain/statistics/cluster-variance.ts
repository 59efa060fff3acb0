import { type DaySums, meanOf, total } from './day-sums';

export interface ClusterVariance {
  /** Of the mean, with days as clusters whose windows overlap; at least the naive one. */
  readonly variance: number;
  /** Of the mean of as many independent events. */
  readonly naive: number;
  /** variance / naive, at least 1. */
  readonly designEffect: number;
  /** Days with an event. */
  readonly days: number;
}

/**
 * The variance of the mean of figures whose windows of `horizon` days overlap (outcomes.md, section 4): sums of the deviations
 * by day, products of days that lie closer than the horizon with a weight that falls with their distance.
 * @param squares Sum of the squared deviations of the single events from their mean.
 */
export function clusterVariance(days: DaySums, squares: number, horizon: number): ClusterVariance {
  const events = total(days.counts);
  const mean = meanOf(days);
  const deviations = days.sums.map((sum, day) => sum - (days.counts[day] ?? 0) * mean);
  let products = productAt(deviations, 0);
  for (let lag = 1; lag < horizon; lag += 1) products += 2 * (1 - lag / horizon) * productAt(deviations, lag);
  const clusters = days.counts.reduce((count, each) => count + (each > 0 ? 1 : 0), 0);
  const clustered = clusters < 2 ? NaN : ((products / events ** 2) * clusters) / (clusters - 1);
  const naive = squares / events ** 2;
  const variance = clustered > naive ? clustered : naive;
  return { variance, naive, designEffect: naive === 0 ? 1 : variance / naive, days: clusters };
}

function productAt(values: Float64Array, lag: number): number {
  let sum = 0;
  for (let day = lag; day < values.length; day += 1) sum += (values[day] ?? 0) * (values[day - lag] ?? 0);
  return sum;
}
