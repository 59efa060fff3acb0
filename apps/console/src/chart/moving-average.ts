/** The mean of the last `count` values at each; `null` while there are fewer. */
export function movingAverage(values: readonly number[], count: number): (number | null)[] {
  let sum = 0;
  return values.map((value, index) => {
    sum += value - (index < count ? 0 : (values[index - count] ?? 0));
    return index < count - 1 ? null : sum / count;
  });
}
