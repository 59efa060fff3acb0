/** Products of floats miss a limit that they stand on by less than this share of it. */
const SLACK = 1e-9;

/** `value >= limit`: a value that stands on the limit counts. NaN does not. */
export function atLeast(value: number, limit: number): boolean {
  return value >= limit - SLACK * Math.abs(limit);
}

/** `value <= limit`, in the same sense. */
export function atMost(value: number, limit: number): boolean {
  return value <= limit + SLACK * Math.abs(limit);
}

/** `value > limit`: a value that stands on the limit does not count, nor does NaN. */
export function over(value: number, limit: number): boolean {
  return value > limit + SLACK * Math.abs(limit);
}

/** `value < limit`, in the same sense. */
export function under(value: number, limit: number): boolean {
  return value < limit - SLACK * Math.abs(limit);
}
