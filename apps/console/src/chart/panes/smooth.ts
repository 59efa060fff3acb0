/**
 * The recursive mean y = weight · x + (1 − weight) · y', as the formula language has it: it starts at the first known value;
 * a bar that is not known has no mean and changes none.
 */
export function smooth(values: readonly (number | null)[], weight: number): (number | null)[] {
  let mean: number | null = null;
  return values.map((value) => {
    if (value === null) return null;
    mean = mean === null ? value : weight * value + (1 - weight) * mean;
    return mean;
  });
}
