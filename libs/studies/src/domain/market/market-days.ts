import { findFirstFrom } from '#lib/kernel';

/** What the evening of a day knows of each stock; NaN: it does not. */
export interface EveningFacts {
  /** 1 where the stock passes the study's filters, its bounds of the market cap left out. */
  readonly passes: Uint8Array;
  /** Circulating market cap in yuan. */
  readonly cap: Float32Array;
  /** Gain over 60 bars, a share. */
  readonly gain60: Float32Array;
  /** Standard deviation of 60 daily gains, a share. */
  readonly deviation60: Float32Array;
}

/**
 * The market by days and stocks: place = day × stocks + stock. Prices are adjusted as of one day, so that their quotients are
 * returns. A suspended stock keeps the close and the facts of its last bar. Zeros until it is filled.
 */
export class MarketDays implements EveningFacts {
  /** NaN where the stock did not trade. */
  readonly open: Float64Array;
  /** NaN before the first bar. */
  readonly close: Float64Array;
  readonly passes: Uint8Array;
  readonly cap: Float32Array;
  readonly gain60: Float32Array;
  readonly deviation60: Float32Array;

  /**
   * @param openDays Number of each day among the exchange's open days, ascending.
   * @param stocks How many there are.
   */
  constructor(
    readonly openDays: readonly number[],
    readonly stocks: number,
  ) {
    const places = openDays.length * stocks;
    this.open = new Float64Array(places);
    this.close = new Float64Array(places);
    // Stocks are only sorted by these.
    this.cap = new Float32Array(places);
    this.gain60 = new Float32Array(places);
    this.deviation60 = new Float32Array(places);
    this.passes = new Uint8Array(places);
  }

  /** The first day that is so many open days after another one; undefined where the market has not come to it. */
  dayAfter(day: number, openDays: number): number | undefined {
    const due = (this.openDays[day] ?? NaN) + openDays;
    const place = findFirstFrom(this.openDays, due, day);
    return place < this.openDays.length ? place : undefined;
  }
}
