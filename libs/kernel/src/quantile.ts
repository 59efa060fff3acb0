/**
 * A quantile, between two values by their distance: 0 is the lowest, 0.5 the median, 1 the highest. Sorts the values.
 * @returns NaN where there are none, or where one is NaN.
 */
export function quantile(values: Float64Array, share: number): number {
  // NaN is sorted last.
  values.sort();
  return Number.isNaN(values.at(-1) ?? NaN) ? NaN : quantileOfSorted(values, share);
}

/** As {@link quantile}, of values that are sorted and have no NaN among them; NaN of none. */
export function quantileOfSorted(values: Float64Array, share: number): number {
  if (values.length === 0) return NaN;
  const place = share * (values.length - 1);
  const below = Math.floor(place);
  const [low = NaN, high = low] = [values[below], values[below + 1]];
  return low + (high - low) * (place - below);
}
