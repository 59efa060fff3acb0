import { largestBefore, selectPlace } from './select-median';

/** Share of the values that should lie in the band around the guess. */
const BAND_SHARE = 0.1;
/** The most by which the band grows or shrinks at once. */
const MOST_CHANGE = 4;

/**
 * Medians of the returns of many stocks that move little from one time to the next: a band around the last one holds the next,
 * so that most values are only compared with its ends. Exact, whatever the band.
 */
export class MedianTracker {
  /** Quotients: a return is one less. */
  private middle = NaN;
  private width = NaN;
  private band = new Float64Array(0);

  /** The median of closes[first + place] / opens[place] − 1 over all places; what is NaN is left out, and NaN of none. */
  select(closes: Float64Array, first: number, opens: Float64Array): number {
    if (this.band.length < opens.length) this.band = new Float64Array(opens.length);
    const found = Number.isNaN(this.middle) ? undefined : this.selectInBand(closes, first, opens);
    return found ?? this.selectFromAll(closes, first, opens);
  }

  private selectFromAll(closes: Float64Array, first: number, opens: Float64Array): number {
    const { band } = this;
    let count = 0;
    for (let place = 0; place < opens.length; place += 1) {
      const quotient = (closes[first + place] ?? NaN) / (opens[place] ?? NaN);
      band[count] = quotient;
      count += Number(!Number.isNaN(quotient));
    }
    if (count === 0) return NaN;
    const upper = count >> 1;
    const found = selectPlace(band, count, upper, this.middle);
    this.width = Number.isNaN(this.width) ? Math.abs(found - 1) + 1e-3 : this.width * MOST_CHANGE;
    return this.finish(count % 2 === 1 ? found : largestBefore(band, upper), found);
  }

  /** @returns undefined where the median is not in the band. */
  private selectInBand(closes: Float64Array, first: number, opens: Float64Array): number | undefined {
    const { band, middle, width } = this;
    const [low, high] = [middle - width, middle + width];
    let [known, below, inside] = [0, 0, 0];
    // Half of the values lie below: branches would be mispredicted.
    for (let place = 0; place < opens.length; place += 1) {
      const quotient = (closes[first + place] ?? NaN) / (opens[place] ?? NaN);
      const [isBelow, isUpTo] = [Number(quotient < low), Number(quotient <= high)];
      known += Number(!Number.isNaN(quotient));
      below += isBelow;
      band[inside] = quotient;
      inside += isUpTo - isBelow;
    }
    const wanted = BAND_SHARE * known;
    this.width = width * Math.min(Math.max(wanted / Math.max(inside, 1), 1 / MOST_CHANGE), MOST_CHANGE);
    // Both values in the middle, if there are two.
    const [lower, upper] = [(known - 1) >> 1, known >> 1];
    if (lower < below || upper >= below + inside) return undefined;
    const found = selectPlace(band, inside, upper - below);
    return this.finish(lower === upper ? found : largestBefore(band, upper - below), found);
  }

  /** The two quotients in the middle: of an odd number one and the same. */
  private finish(lower: number, upper: number): number {
    this.middle = (lower + upper) / 2;
    return (lower - 1 + (upper - 1)) / 2;
  }
}
