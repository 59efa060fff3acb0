import { quantile } from '#lib/kernel';
import { valueAt } from './value-at';

/**
 * Measures of the `window` values of a column that end with position `at`, that one included. A window that begins before the
 * column, or holds a value that is not known, gives NaN. Each reads its window alone and in one order, so that a bar has the
 * same value whatever stands around the window.
 */
export function meanAt(column: Float64Array, at: number, window: number): number {
  if (at - window + 1 < 0) return NaN;
  let sum = 0;
  for (let each = at - window + 1; each <= at; each += 1) sum += valueAt(column, each);
  return sum / window;
}

export function highestAt(column: Float64Array, at: number, window: number): number {
  if (at - window + 1 < 0) return NaN;
  let highest = -Infinity;
  for (let each = at - window + 1; each <= at; each += 1) {
    const value = valueAt(column, each);
    if (Number.isNaN(value)) return NaN;
    if (value > highest) highest = value;
  }
  return highest;
}

export function lowestAt(column: Float64Array, at: number, window: number): number {
  if (at - window + 1 < 0) return NaN;
  let lowest = Infinity;
  for (let each = at - window + 1; each <= at; each += 1) {
    const value = valueAt(column, each);
    if (Number.isNaN(value)) return NaN;
    if (value < lowest) lowest = value;
  }
  return lowest;
}

/** The middle value; of an even window the mean of the two. */
export function medianAt(column: Float64Array, at: number, window: number): number {
  return quantileAt(column, at, window, 0.5);
}

/** @param share 0 is the lowest, 1 the highest value; between two values by their distance. */
export function quantileAt(column: Float64Array, at: number, window: number, share: number): number {
  return at - window + 1 < 0 ? NaN : quantile(column.slice(at - window + 1, at + 1), share);
}

/** How many bars lie between the newest of a window's highest values and `at`: 0 on it; NaN as above. */
export function barsSinceHighest(column: Float64Array, at: number, window: number): number {
  const highest = highestAt(column, at, window);
  let since = 0;
  while (since < window && valueAt(column, at - since) !== highest) since += 1;
  return since < window ? since : NaN;
}
