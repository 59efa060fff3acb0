/** The events of a study by the day of their entry: events of one day move together. */
export interface DaySums {
  /** By exchange day of the span, days without an event too: how many entered. */
  readonly counts: Int32Array;
  /** Sum of the figure over them. */
  readonly sums: Float64Array;
}

/**
 * Adds up a figure by day.
 * @param dayNos Of each event, the number of its day within the span, from 0 on.
 * @param days Exchange days of the span.
 */
export function sumByDay(dayNos: ArrayLike<number>, values: ArrayLike<number>, days: number): DaySums {
  const counts = new Int32Array(days);
  const sums = new Float64Array(days);
  for (let index = 0; index < dayNos.length; index += 1) {
    const day = dayNos[index] ?? 0;
    counts[day] = (counts[day] ?? 0) + 1;
    sums[day] = (sums[day] ?? 0) + (values[index] ?? NaN);
  }
  return { counts, sums };
}

/** The mean over all events; NaN without any. */
export function meanOf({ counts, sums }: DaySums): number {
  return total(sums) / total(counts);
}

export function total(values: Int32Array | Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
