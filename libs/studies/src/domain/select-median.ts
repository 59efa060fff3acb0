/**
 * The median of the first `count` values, of an even number the mean of the two in the middle. Values are left in another
 * order; NaN of none.
 * @param guess A value near it, if one is known: fewer values are moved then.
 */
export function selectMedian(values: Float64Array, count: number, guess = NaN): number {
  if (count === 0) return NaN;
  const upper = count >> 1;
  const found = selectPlace(values, count, upper, guess);
  if (count % 2 === 1) return found;
  return (largestBefore(values, upper) + found) / 2;
}

/** The value that a share `p` of the first `count` values lies below: the one at the place, not interpolated. */
export function selectShare(values: Float64Array, count: number, p: number): number {
  return count === 0 ? NaN : selectPlace(values, count, Math.min(Math.floor(p * count), count - 1));
}

/** The value before a place that was selected: all before it are at most the one at it. */
export function largestBefore(values: Float64Array, place: number): number {
  let largest = -Infinity;
  for (let at = 0; at < place; at += 1) if ((values[at] ?? NaN) > largest) largest = values[at] ?? NaN;
  return largest;
}

/**
 * The value at a place of the first `count`, were they sorted (Hoare's selection): afterwards no value before the place is above
 * it, and none behind it below. @param guess A value near it.
 */
export function selectPlace(values: Float64Array, count: number, place: number, guess = NaN): number {
  let [low, high] = [0, count - 1];
  let pivot = Number.isNaN(guess) ? (values[place] ?? NaN) : guess;
  while (low < high) {
    let [left, right] = [low, high];
    do {
      while (left <= high && (values[left] ?? NaN) < pivot) left += 1;
      while (right >= low && (values[right] ?? NaN) > pivot) right -= 1;
      if (left <= right) {
        const value = values[left] ?? NaN;
        values[left] = values[right] ?? NaN;
        values[right] = value;
        left += 1;
        right -= 1;
      }
    } while (left <= right);
    if (place <= right) high = Math.min(right, high);
    else if (place >= left) low = Math.max(left, low);
    else break;
    // Of a guess beyond all values nothing was learnt; a value of the rest always divides it.
    pivot = values[place] ?? NaN;
  }
  return values[place] ?? NaN;
}
