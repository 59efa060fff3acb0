import { clusterVariance } from './statistics/cluster-variance';
import { type DaySums, total } from './statistics/day-sums';
import { wilsonInterval } from './statistics/wilson-interval';

/** Months with an entry under which nothing is concluded (domain.md, section 3). */
const LEAST_MONTHS = 12;
/** Effective cases under which nothing is concluded. */
export const LEAST_EFFECTIVE = 30;

/** How often cases were right. Shares, 0.5: one of two; NaN without a case. */
export interface MeasuredHits {
  readonly n: number;
  readonly right: number;
  readonly share: number;
  /** 95 %, Wilson's on {@link nEff}. */
  readonly low: number;
  readonly high: number;
  /** What the cases are worth: those of neighbouring days move together. */
  readonly nEff: number;
  /** Days with an entry. */
  readonly days: number;
}

/**
 * The share of right cases with its interval (outcomes.md, section 4): the number of cases over the design effect of their hits by
 * day clusters with overlap. All right or all wrong tells nothing of that effect: a window is one case then.
 * @param hits By the day of the entry: cases, and those of them that were right.
 * @param horizon Open days from entry to exit.
 */
export function measureHits(hits: DaySums, horizon: number): MeasuredHits {
  const n = total(hits.counts);
  const right = total(hits.sums);
  const share = right / n;
  const { nEff, days } = measureEffect(hits, n, share, horizon);
  const [low, high] = wilsonInterval(share, nEff);
  return { n, right, share, low, high, nEff, days };
}

/** Whether there is too little for a conclusion. */
export function isInsufficient({ months, nEff }: { months: number; nEff: number }): boolean {
  return months < LEAST_MONTHS || nEff < LEAST_EFFECTIVE;
}

/** Entry days of which no two lie closer than the horizon. @param counts Cases by day. */
export function countWindows(counts: Int32Array, horizon: number): number {
  let [windows, next] = [0, -Infinity];
  for (const [day, count] of counts.entries()) {
    if (count === 0 || day < next) continue;
    windows += 1;
    next = day + horizon;
  }
  return windows;
}

function measureEffect(hits: DaySums, n: number, share: number, horizon: number): { nEff: number; days: number } {
  if (n === 0) return { nEff: 0, days: 0 };
  const { designEffect, days } = clusterVariance(hits, n * share * (1 - share), horizon);
  if (share === 0 || share === 1) return { nEff: countWindows(hits.counts, horizon), days };
  return { nEff: days < 2 ? 1 : n / designEffect, days };
}
