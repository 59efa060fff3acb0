/**
 * Computes one column of a formula: `out[0..n)` from the inputs, oldest bar first. NaN is "not known": a kernel writes it where
 * it can't know a value, and reads it as such. `parameters` are the constant arguments, windows first.
 */
export type Kernel = (
  out: Float64Array,
  n: number,
  inputs: readonly Float64Array[],
  parameters: readonly number[],
) => void;

/** A column or a parameter that the compiled formula says is there. */
export function at<Value>(list: ArrayLike<Value>, index: number): Value {
  return list[index] as Value;
}

/** As {@link at}, of columns alone: one kind of array makes a fast loop. */
export function valueAt(column: Float64Array, index: number): number {
  return column[index] ?? NaN;
}

/** Whether a value counts as true: TongDaXin takes any number but 0; what is not known is not true. */
export function isTrue(value: number): boolean {
  return value !== 0 && !Number.isNaN(value);
}
