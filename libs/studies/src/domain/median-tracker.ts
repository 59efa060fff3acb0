import { largestBefore, selectPlace } from './select-median';

/** Share of the values that should lie in the band around the guess. */
const BAND_SHARE = 0.04;
/** The most by which the band grows or shrinks at once. */
const MOST_CHANGE = 4;
/** Half of the first band. */
const FIRST_WIDTH = 0.005;

/**
 * Medians of the returns of many stocks, each near a guess: a band around it holds the median, so that most values are only
 * compared with its ends. Exact, whatever the guess and the band.
 */
export class MedianTracker {
  /** The last median, and half of the band. Quotients of prices: a return is one less. */
  private middle = NaN;
  private width = FIRST_WIDTH;
  private band = new Float64Array(0);

  /**
   * The median of closes[first + place] / opens[place] − 1 over all places; what is NaN is left out, and NaN of none.
   * @param guess A return near it; NaN: the last median is taken.
   */
  select(closes: Float64Array, first: number, opens: Float64Array, guess = NaN): number {
    if (this.band.length < opens.length) this.band = new Float64Array(opens.length);
    if (!Number.isNaN(guess)) this.middle = 1 + guess;
    const found = Number.isNaN(this.middle) ? undefined : this.selectInBand(closes, first, opens);
    return found ?? this.selectFromAll(closes, first, opens);
  }

  /** @returns undefined where the median is not in the band. */
  private selectInBand(closes: Float64Array, first: number, opens: Float64Array): number | undefined {
    const { band, middle, width } = this;
    const [low, high] = [middle - width, middle + width];
    let [below, inside, above] = [0, 0, 0];
    // Sums of comparisons: half of the values lie below, so that branches would be mispredicted.
    for (let place = 0; place < opens.length; place += 1) {
      const quotient = (closes[first + place] ?? NaN) / (opens[place] ?? NaN);
      band[inside] = quotient;
      const isAbove = +(quotient > high);
      below += +(quotient < low);
      above += isAbove;
      inside += +(quotient >= low) - isAbove;
    }
    const known = below + inside + above;
    const wanted = BAND_SHARE * known;
    this.width = width * Math.min(Math.max(wanted / Math.max(inside, 1), 1 / MOST_CHANGE), MOST_CHANGE);
    // Both values in the middle, if there are two.
    const [lower, upper] = [(known - 1) >> 1, known >> 1];
    if (lower < below || upper >= below + inside) return undefined;
    const found = selectPlace(band, inside, upper - below);
    return this.finish(lower === upper ? found : largestBefore(band, upper - below), found);
  }

  private selectFromAll(closes: Float64Array, first: number, opens: Float64Array): number {
    const { band } = this;
    let count = 0;
    for (let place = 0; place < opens.length; place += 1) {
      const quotient = (closes[first + place] ?? NaN) / (opens[place] ?? NaN);
      band[count] = quotient;
      count += +!Number.isNaN(quotient);
    }
    if (count === 0) return NaN;
    this.width *= MOST_CHANGE;
    const upper = count >> 1;
    const found = selectPlace(band, count, upper, this.middle);
    return this.finish(count % 2 === 1 ? found : largestBefore(band, upper), found);
  }

  /** The two quotients in the middle: of an odd number one and the same. */
  private finish(lower: number, upper: number): number {
    this.middle = (lower + upper) / 2;
    return (lower - 1 + (upper - 1)) / 2;
  }
}
