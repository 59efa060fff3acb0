import { findFirstFrom } from '#lib/kernel';

/** The values above zero of a window that moves forward over days, in their order. */
export class SlidingValues {
  private readonly days: Int32Array;
  private readonly values: Float64Array;
  private readonly sorted: Float64Array;
  private from = 0;
  private to = 0;

  /** @param days Epoch days, ascending. */
  constructor(days: Int32Array, values: Float64Array) {
    const kept = Int32Array.from(values.keys()).filter((at) => (values[at] ?? NaN) > 0);
    this.days = kept.map((at) => days[at] ?? 0);
    this.values = Float64Array.from(kept, (at) => values[at] ?? NaN);
    this.sorted = new Float64Array(kept.length);
  }

  get count(): number {
    return this.to - this.from;
  }

  /** Day of the first value in the window; undefined without any. */
  get firstDay(): number | undefined {
    return this.count === 0 ? undefined : this.days[this.from];
  }

  /** Moves the window to the days (after, through]; neither bound ever goes back. */
  moveTo(after: number, through: number): void {
    for (; this.to < this.days.length && (this.days[this.to] ?? 0) <= through; this.to += 1) this.insert();
    for (; this.from < this.to && (this.days[this.from] ?? 0) <= after; this.from += 1) this.remove();
  }

  countBelow(value: number): number {
    return this.placeOf(value, this.count);
  }

  /** As PostgreSQL's `percentile_cont(0.5)`; null without any value. */
  median(): number | null {
    return medianOf(this.sorted, this.count);
  }

  private insert(): void {
    const value = this.values[this.to] ?? NaN;
    const place = this.placeOf(value, this.count);
    this.sorted.copyWithin(place + 1, place, this.count);
    this.sorted[place] = value;
  }

  private remove(): void {
    const place = this.placeOf(this.values[this.from] ?? NaN, this.count);
    this.sorted.copyWithin(place, place + 1, this.count);
  }

  private placeOf(value: number, count: number): number {
    return findFirstFrom(this.sorted, value, 0, count);
  }
}

/** The median of the first `count` ascending values, interpolated as PostgreSQL does it; null of none. */
export function medianOf(sorted: Float64Array, count: number): number | null {
  if (count === 0) return null;
  const place = 0.5 * (count - 1);
  const below = Math.floor(place);
  const [low, high] = [sorted[below] ?? NaN, sorted[Math.ceil(place)] ?? NaN];
  return low + (place - below) * (high - low);
}
