import { largestBefore, selectMedian, selectPlace } from './select-median';

/** Share of the values that should lie in the band around the guess. */
const BAND_SHARE = 0.1;
/** The most by which the band grows or shrinks at once. */
const MOST_CHANGE = 4;

/**
 * Medians of many values that move little from one time to the next: a band around the last one holds the next, so that most
 * values are only compared with its ends. Exact, whatever the band.
 */
export class MedianTracker {
  private middle = NaN;
  private width = NaN;
  private band = new Float64Array(0);

  /** As {@link selectMedian}; values may be left in another order. */
  select(values: Float64Array): number {
    const count = values.length;
    if (count === 0) return NaN;
    if (this.band.length < count) this.band = new Float64Array(count);
    const found = Number.isNaN(this.middle) ? undefined : this.selectInBand(values);
    const median = found ?? selectMedian(values, count, this.middle);
    if (found === undefined) this.width = Number.isNaN(this.width) ? Math.abs(median) + 1e-3 : this.width * MOST_CHANGE;
    this.middle = median;
    return median;
  }

  /** @returns undefined where the median is not in the band. */
  private selectInBand(values: Float64Array): number | undefined {
    const { band, middle, width } = this;
    const [low, high] = [middle - width, middle + width];
    let [below, inside] = [0, 0];
    for (const value of values) {
      if (value < low) below += 1;
      else if (value <= high) {
        band[inside] = value;
        inside += 1;
      }
    }
    const wanted = BAND_SHARE * values.length;
    this.width = width * Math.min(Math.max(wanted / Math.max(inside, 1), 1 / MOST_CHANGE), MOST_CHANGE);
    // Both values in the middle, if there are two.
    const [lower, upper] = [(values.length - 1) >> 1, values.length >> 1];
    if (lower < below || upper >= below + inside) return undefined;
    const found = selectPlace(band, inside, upper - below);
    if (lower === upper) return found;
    return (largestBefore(band, upper - below) + found) / 2;
  }
}
