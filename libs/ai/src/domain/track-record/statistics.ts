/** The samples of one month added up. */
export interface MonthOfSamples {
  /** One a code and block of days. */
  n: number;
  hits: number;
  /** Sum of the excess returns in percentage points. */
  excessPct: number;
  /** Sum of the base rates: of each sample the share of all stocks for which the same judgement would have been right. */
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

/** Hit rate with its interval: Wilson on n_eff = n / max(1, design effect by month). */
export function hitRateOf(all: readonly MonthOfSamples[]): HitRate {
  const months = all.filter((month) => month.n > 0);
  const n = total(months, 'n');
  const hits = total(months, 'hits');
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
    baseRatePct: round((total(months, 'baseRate') / n) * 100, 2),
    meanExcessPct: round(total(months, 'excessPct') / n, 3),
    months: months.length,
    insufficient: months.length < MIN_MONTHS || nEff < MIN_EFFECTIVE,
  };
}

/** Variance of the share with months as clusters, over that of as many independent samples. */
function designEffect(months: readonly MonthOfSamples[], share: number, n: number): number {
  const independent = (share * (1 - share)) / n;
  if (independent === 0 || months.length < 2) return 1;
  const between = months.reduce((sum, month) => sum + (month.hits - month.n * share) ** 2, 0);
  return ((months.length / (months.length - 1)) * between) / n ** 2 / independent;
}

function wilson(share: number, n: number): [low: number, high: number] {
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

function total(months: readonly MonthOfSamples[], key: keyof MonthOfSamples): number {
  return months.reduce((sum, month) => sum + month[key], 0);
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
