import type { CalendarDay } from '#lib/kernel';
import { grouped } from '../grouped';

/** A scored judgement as the statistics see it. */
export interface Sample {
  code: string;
  dataThrough: CalendarDay;
  right: boolean;
  excessPct: number;
  /** Share of all stocks for which the same judgement of the same day would have been right, 0 to 1. */
  baseRate: number;
}

export interface HitRate {
  /** Samples that count: one a code and block of days. */
  n: number;
  /** What they are worth, since judgements of one month share its weather. */
  nEff: number;
  hits: number;
  hitRatePct: number | null;
  /** 95 % interval of the hit rate, in percent. */
  lowPct: number | null;
  highPct: number | null;
  baseRatePct: number | null;
  meanExcessPct: number | null;
  months: number;
  /** Too little to say anything. */
  insufficient: boolean;
}

const MIN_MONTHS = 12;
const MIN_EFFECTIVE = 30;
/** Of the normal distribution, two-sided 95 %. */
const Z = 1.959963984540054;

/**
 * Hit rate with its interval: Wilson on n_eff = n / max(1, design effect by month).
 * @param samples Non-overlapping ones, see {@link nonOverlapping}.
 */
export function hitRateOf(samples: readonly Sample[]): HitRate {
  const n = samples.length;
  const hits = samples.filter(({ right }) => right).length;
  const months = byMonth(samples);
  if (n === 0) {
    return {
      n,
      nEff: 0,
      hits,
      hitRatePct: null,
      lowPct: null,
      highPct: null,
      baseRatePct: null,
      meanExcessPct: null,
      months: 0,
      insufficient: true,
    };
  }
  const share = hits / n;
  const nEff = n / Math.max(1, designEffect(months, share, n));
  const [low, high] = wilson(share, nEff);
  return {
    n,
    nEff: round(nEff, 1),
    hits,
    hitRatePct: round(share * 100, 2),
    lowPct: round(low * 100, 2),
    highPct: round(high * 100, 2),
    baseRatePct: round(mean(samples.map(({ baseRate }) => baseRate)) * 100, 2),
    meanExcessPct: round(mean(samples.map(({ excessPct }) => excessPct)), 3),
    months: months.length,
    insufficient: months.length < MIN_MONTHS || nEff < MIN_EFFECTIVE,
  };
}

/**
 * One sample a code and block of `horizon` trading days: a judgement whose days overlap those of the last one that counted
 * is left out.
 * @param position The place of a day in the trading calendar.
 */
export function nonOverlapping<T extends { code: string; dataThrough: CalendarDay }>(
  samples: readonly T[],
  horizon: number,
  position: (day: CalendarDay) => number,
): T[] {
  const lastOf = new Map<string, number>();
  return samples
    .toSorted((a, b) => (a.dataThrough < b.dataThrough ? -1 : a.dataThrough > b.dataThrough ? 1 : 0))
    .filter(({ code, dataThrough }) => {
      const at = position(dataThrough);
      const last = lastOf.get(code);
      if (last !== undefined && at - last < horizon) return false;
      lastOf.set(code, at);
      return true;
    });
}

/** Variance of the share with months as clusters, over that of as many independent samples. */
function designEffect(months: readonly Sample[][], share: number, n: number): number {
  const independent = (share * (1 - share)) / n;
  if (independent === 0 || months.length < 2) return 1;
  const between = months.reduce((sum, month) => {
    const deviation = month.reduce((total, { right }) => total + (right ? 1 : 0) - share, 0);
    return sum + deviation ** 2;
  }, 0);
  return ((months.length / (months.length - 1)) * between) / n ** 2 / independent;
}

function wilson(share: number, n: number): [low: number, high: number] {
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

function byMonth(samples: readonly Sample[]): Sample[][] {
  return [...grouped(samples, ({ dataThrough }) => dataThrough.slice(0, 7)).values()];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
