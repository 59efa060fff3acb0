/**
 * A quantile, between two values by their distance: 0 is the lowest, 0.5 the median, 1 the highest. Sorts the values.
 * @returns NaN where there are none, or where one is NaN.
 */
export function quantile(values: Float64Array, share: number): number {
  // NaN is sorted last.
  values.sort();
  const place = (values.length - 1) * share;
  const below = values[Math.floor(place)] ?? NaN;
  const above = values[Math.ceil(place)] ?? NaN;
  if (Number.isNaN(values.at(-1) ?? NaN)) return NaN;
  return below + (above - below) * (place - Math.floor(place));
}
