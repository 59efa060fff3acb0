/** A value of a column; NaN, not known, outside of it. */
export function valueAt(column: ArrayLike<number>, at: number): number {
  return column[at] ?? NaN;
}
