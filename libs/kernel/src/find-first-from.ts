/**
 * The place of the first value that is not below another one, by halving; `end` where none is.
 * @param values Ascending over the places [from, end).
 */
export function findFirstFrom(values: ArrayLike<number>, value: number, from = 0, end = values.length): number {
  let [low, high] = [from, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? NaN) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
