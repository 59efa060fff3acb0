import type { CycleEvent } from '#lib/tracking';

/** What was measured of an event when the rules were written. */
export interface MeasuredEvent {
  /** Cases whose 20 days were there. */
  readonly n: number;
  /** How often it fires, per stock and year. */
  readonly perStockYear: number;
  /** Percent of the cases that beat the market's median from the next open to the 20th close after. */
  readonly share: number;
  /** The 95 % interval of the share, clustered by month. */
  readonly low: number;
  readonly high: number;
  /** Percent of all stocks that did so from the same days. */
  readonly base: number;
}

/** The data on which {@link MEASURED_EVENTS} were measured, for people. */
export const MEASURED_ON =
  'rules-v2，2024–2025 年，1,927 只沪深主板与科创板股票的未复权日线（非 ST，2025 年末价 5–20 元），20 个交易日后对比全体中位数';

/**
 * Of the two years on which no threshold was chosen (`npm run bench:rules`, docs/rules-model.md): what stands in for the
 * installation's own record if that is too short. In the order of the vocabulary.
 */
export const MEASURED_EVENTS: Readonly<Partial<Record<CycleEvent, MeasuredEvent>>> = {
  PS: { n: 1892, perStockYear: 0.53, share: 51.5, low: 43.3, high: 59.7, base: 50 },
  SC: { n: 1238, perStockYear: 0.34, share: 56.1, low: 50.4, high: 61.9, base: 50 },
  AR: { n: 804, perStockYear: 0.21, share: 52.2, low: 47.4, high: 57, base: 50 },
  SPRING: { n: 3982, perStockYear: 1.11, share: 46.7, low: 44.7, high: 48.8, base: 50 },
  TSO: { n: 483, perStockYear: 0.13, share: 46, low: 38.2, high: 53.7, base: 50 },
  SOS: { n: 4140, perStockYear: 1.13, share: 42.4, low: 39.5, high: 45.3, base: 50 },
  LPS: { n: 1325, perStockYear: 0.36, share: 48.7, low: 45.4, high: 52, base: 50 },
  JAC: { n: 3425, perStockYear: 0.93, share: 40, low: 33.6, high: 46.4, base: 50 },
  BU: { n: 562, perStockYear: 0.15, share: 43.8, low: 39.3, high: 48.2, base: 50 },
  PSY: { n: 7604, perStockYear: 2.06, share: 42.5, low: 40.3, high: 44.8, base: 50 },
  BC: { n: 3205, perStockYear: 0.86, share: 35.3, low: 29.4, high: 41.1, base: 49.9 },
  ARE: { n: 2579, perStockYear: 0.69, share: 43.6, low: 36.6, high: 50.6, base: 50 },
  UTAD: { n: 452, perStockYear: 0.13, share: 44.5, low: 38.5, high: 50.4, base: 50 },
  SOW: { n: 3372, perStockYear: 0.93, share: 45.3, low: 42.2, high: 48.3, base: 50 },
  LPSY: { n: 2599, perStockYear: 0.74, share: 53.9, low: 51.3, high: 56.6, base: 50 },
  FTI: { n: 2126, perStockYear: 0.58, share: 45.7, low: 42.4, high: 49.1, base: 50 },
  ST: { n: 1710, perStockYear: 0.46, share: 48.4, low: 44.5, high: 52.2, base: 50 },
  TEST: { n: 2087, perStockYear: 0.59, share: 51, low: 48.1, high: 53.9, base: 50 },
  UT: { n: 1953, perStockYear: 0.52, share: 46, low: 42.1, high: 49.9, base: 50 },
  EVR: { n: 1788, perStockYear: 0.49, share: 44.8, low: 40.6, high: 49, base: 50 },
  SOT: { n: 1206, perStockYear: 0.33, share: 46.7, low: 42.8, high: 50.6, base: 50 },
};
