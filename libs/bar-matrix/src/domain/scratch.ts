/** Arrays that are allocated once for all stocks, and grow with the longest. */
export class Scratch {
  private readonly arrays = new Map<string, Float64Array>();

  /** The first `count` places of an array of that name. Their values are those of the last stock. */
  take(name: string, count: number): Float64Array {
    const known = this.arrays.get(name);
    if (known !== undefined && known.length >= count) return known.subarray(0, count);
    const array = new Float64Array(Math.ceil(count * 1.25));
    this.arrays.set(name, array);
    return array.subarray(0, count);
  }
}
