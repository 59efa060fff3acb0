import { type DaySums, isInsufficient, measureHits } from '#lib/outcomes/domain';

/** The samples of a group at one horizon, added up. */
export interface GroupedSamples {
  /** By the day of the entry: samples, and those of them that were right. */
  readonly hits: DaySums;
  /** Months with an entry. */
  readonly months: number;
  /** Samples with a direction: all but those of a price that stands still. */
  readonly directed: number;
  /** Sum of direction times excess return over the directed samples, percentage points: positive if the judgement paid. */
  readonly signedExcessPct: number;
  /** The same against stocks of about the same market cap, and how many samples have one. */
  readonly signedCapExcessPct: number;
  readonly withCap: number;
  /** Sum of the base rates: of each sample the share of all stocks for which the same judgement would have been right. */
  readonly baseRate: number;
}

export interface HitRate {
  /** Samples that count: of a code none that was held at the same time. */
  n: number;
  /** What they are worth, since those of neighbouring days move together. */
  nEff: number;
  hits: number;
  hitRatePct: number | null;
  /** 95 % interval of the hit rate, in percent. */
  lowPct: number | null;
  highPct: number | null;
  baseRatePct: number | null;
  /** Mean of direction times excess: what following the judgements would have gained over the median. Null for flat ones. */
  meanExcessPct: number | null;
  /** The same over the median of stocks of about the same market cap. */
  meanCapExcessPct: number | null;
  months: number;
  /** Too little for a conclusion. */
  insufficient: boolean;
}

/**
 * Hit rate with the interval that a study gives its cases.
 * @param horizon Open days from entry to exit.
 */
export function computeHitRate(samples: GroupedSamples, horizon: number): HitRate {
  const { n, right, share, low, high, nEff } = measureHits(samples.hits, horizon);
  const { months, directed, signedExcessPct, signedCapExcessPct, withCap, baseRate } = samples;
  return {
    ...{ n, nEff: round(nEff, 1), hits: right },
    ...{ hitRatePct: percent(share), lowPct: percent(low), highPct: percent(high), baseRatePct: percent(baseRate / n) },
    meanExcessPct: computeMean(signedExcessPct, directed),
    meanCapExcessPct: computeMean(signedCapExcessPct, withCap),
    months,
    insufficient: isInsufficient({ months, nEff }),
  };
}

function computeMean(sum: number, count: number): number | null {
  return count === 0 ? null : round(sum / count, 3);
}

function percent(share: number): number | null {
  return Number.isNaN(share) ? null : round(share * 100, 2);
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
