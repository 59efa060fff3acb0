import { quantileOfSorted } from '#lib/kernel';
import { clusterVariance, countWindows, isInsufficient, meanOf, measureHits, sumByDay } from '#lib/outcomes/domain';
import { percentileInterval, resampleMeans } from './statistics/stationary-bootstrap';
import { studentQuantile } from './statistics/student-quantile';

/** Cases that have an exit at a horizon, one a position. Returns are shares, 0.05: 5 %. */
export interface MeasuredCases {
  /** Open days from entry to exit. */
  readonly horizon: number;
  /** Number of each case's entry day within the span, from 0 on; not falling. */
  readonly entryDays: Int32Array;
  /** Open days of the span. */
  readonly spanDays: number;
  /** Gross return less the median of the universe over the same days. */
  readonly excess: Float64Array;
}

/** All cases of a study at a horizon. */
export interface HorizonCases extends MeasuredCases {
  readonly net: Float64Array;
  readonly best: Float64Array;
  readonly worst: Float64Array;
  /** Shares of the cases' matched controls that beat the median; NaN where a case has none, or no exit. */
  readonly controlHits: Float64Array;
  /** 1 where the exit had to wait. */
  readonly delayed: Uint8Array;
  /** Months with an entry. */
  readonly months: number;
}

/** In percent where the name says so; null where there is nothing to tell from. */
export interface ExcessFigures {
  readonly n: number;
  /** What the cases are worth: those of neighbouring days move together. */
  readonly nEff: number;
  readonly days: number;
  readonly hitRatePct: number | null;
  readonly hitRateLowPct: number | null;
  readonly hitRateHighPct: number | null;
  readonly meanExcessPct: number | null;
  readonly meanExcessLowPct: number | null;
  readonly meanExcessHighPct: number | null;
}

export interface HorizonFigures extends ExcessFigures {
  readonly horizon: number;
  readonly baseRatePct: number | null;
  readonly medianExcessPct: number | null;
  readonly meanNetPct: number | null;
  readonly worst5Pct: number | null;
  readonly meanMfePct: number | null;
  readonly meanMaePct: number | null;
  readonly delayedExits: number;
  /** Too little for a conclusion: under 12 months or 30 effective cases. */
  readonly insufficient: boolean;
}

const RESAMPLES = 2000;

/**
 * How often cases beat the market, and by how much (outcomes.md, section 4).
 * @param random In [0, 1), from the study's seed: the bootstrap's.
 */
export function measureExcess(cases: MeasuredCases, random: () => number): ExcessFigures {
  const { horizon, excess } = cases;
  const right = new Uint8Array(excess.length);
  for (let place = 0; place < excess.length; place += 1) right[place] = +((excess[place] ?? NaN) > 0);
  const hits = measureHits(sumByDay(cases.entryDays, right, cases.spanDays), horizon);
  const { n, nEff, days } = hits;
  const [low, high] = meanInterval(cases, random);
  return {
    ...{ n, nEff, days },
    ...{ hitRatePct: percent(hits.share), hitRateLowPct: percent(hits.low), hitRateHighPct: percent(hits.high) },
    ...{ meanExcessPct: percent(mean(excess)), meanExcessLowPct: percent(low), meanExcessHighPct: percent(high) },
  };
}

/** What the cases of a horizon came to (outcomes.md, sections 3 and 4). @param random As {@link measureExcess} has it. */
export function computeHorizonFigures(cases: HorizonCases, random: () => number): HorizonFigures {
  const { horizon, excess, net, best, worst } = cases;
  const { meanExcessPct, meanExcessLowPct, meanExcessHighPct, ...hits } = measureExcess(cases, random);
  return {
    ...{ horizon, ...hits },
    baseRatePct: percent(mean(cases.controlHits.filter((each) => !Number.isNaN(each)))),
    ...{ meanExcessPct, meanExcessLowPct, meanExcessHighPct },
    medianExcessPct: percent(quantileOfSorted(excess.slice().sort(), 0.5)),
    ...{ meanNetPct: percent(mean(net)), worst5Pct: percent(quantileOfSorted(net.slice().sort(), 0.05)) },
    ...{ meanMfePct: percent(mean(best)), meanMaePct: percent(mean(worst)) },
    delayedExits: cases.delayed.reduce((count, each) => count + each, 0),
    insufficient: isInsufficient({ months: cases.months, nEff: hits.nEff }),
  };
}

/** The wider of the interval by day clusters and that of the bootstrap, 95 %. */
function meanInterval(
  { horizon, entryDays, spanDays, excess }: MeasuredCases,
  random: () => number,
): readonly [low: number, high: number] {
  const byDay = sumByDay(entryDays, excess, spanDays);
  const middle = meanOf(byDay);
  const windows = countWindows(byDay.counts, horizon);
  // One window says nothing of how much another may differ.
  if (windows < 2) return [NaN, NaN];
  const squares = excess.reduce((sum, each) => sum + (each - middle) ** 2, 0);
  const half = studentQuantile(0.975, windows - 1) * Math.sqrt(clusterVariance(byDay, squares, horizon).variance);
  const resampled = percentileInterval(resampleMeans(byDay, { horizon, resamples: RESAMPLES, random }));
  return 2 * half > resampled[1] - resampled[0] ? [middle - half, middle + half] : resampled;
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): number | null {
  return Number.isNaN(share) ? null : share * 100;
}
