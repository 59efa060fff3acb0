/** The samples of one month added up. */
export interface MonthOfSamples {
  /** As `2025-07`. */
  month: string;
  /** One a code and block of days. */
  n: number;
  hits: number;
  /** Samples with a direction: all but those of a price that stands still. */
  directed: number;
  /** Sum of direction times excess return over the directed samples, percentage points: positive if the judgement paid. */
  signedExcessPct: number;
  /** The same against stocks of about the same market cap, and how many samples have one. */
  signedCapExcessPct: number;
  withCap: number;
  /** Sum of the base rates: of each sample the share of all stocks for which the same judgement would have been right. */
  baseRate: number;
}

export interface HitRate {
  /** Samples that count: one a code and block of days. */
  n: number;
  /** What they are worth, since judgements of neighbouring days share their weather. */
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

const MIN_MONTHS = 12;
const MIN_EFFECTIVE = 30;
const OPEN_DAYS_OF_MONTH = 21;
/** Of the normal distribution, two-sided 95 %. */
const Z = 1.959963984540054;

/**
 * Hit rate with its interval: Wilson on n_eff = n / max(1, design effect by month).
 * @param horizon Open days of the samples: their windows reach into the months after.
 */
export function computeHitRate(all: readonly MonthOfSamples[], horizon: number): HitRate {
  const months = all.filter((month) => month.n > 0);
  const n = total(months, 'n');
  const hits = total(months, 'hits');
  const distinct = new Set(months.map(({ month }) => month)).size;
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
      meanCapExcessPct: null,
      months: 0,
      insufficient: true,
    };
  }
  const share = hits / n;
  const nEff = effectiveSamples(months, { share, n, horizon, distinct });
  const [low, high] = wilson(share, nEff);
  return {
    n,
    nEff: round(nEff, 1),
    hits,
    hitRatePct: round(share * 100, 2),
    lowPct: round(low * 100, 2),
    highPct: round(high * 100, 2),
    baseRatePct: round((total(months, 'baseRate') / n) * 100, 2),
    meanExcessPct: computeMean(total(months, 'signedExcessPct'), total(months, 'directed')),
    meanCapExcessPct: computeMean(total(months, 'signedCapExcessPct'), total(months, 'withCap')),
    months: distinct,
    insufficient: distinct < MIN_MONTHS || nEff < MIN_EFFECTIVE,
  };
}

/**
 * n / max(1, design effect). If every sample was right, or every one wrong, their variance does not show how they hang
 * together: then a month, or as many months as a window covers, counts as one sample.
 */
function effectiveSamples(
  months: readonly MonthOfSamples[],
  { share, n, horizon, distinct }: { share: number; n: number; horizon: number; distinct: number },
): number {
  if (share === 0 || share === 1) return Math.min(n, Math.max(1, distinct / Math.max(1, horizon / OPEN_DAYS_OF_MONTH)));
  if (distinct < 2) return Math.min(n, 1);
  return n / Math.max(1, designEffect(months, { share, n, horizon, distinct }));
}

/**
 * Variance of the share with months as clusters, over that of as many independent samples. Months whose windows overlap are
 * clusters that hang together: their products count with a weight that falls with the distance (Newey and West), if they
 * make the variance larger.
 */
function designEffect(
  months: readonly MonthOfSamples[],
  { share, n, horizon, distinct }: { share: number; n: number; horizon: number; distinct: number },
): number {
  const surplus = new Map<number, number>();
  for (const month of months) {
    const monthNumber = toMonthNumber(month.month);
    surplus.set(monthNumber, (surplus.get(monthNumber) ?? 0) + month.hits - month.n * share);
  }
  const product = (lag: number): number =>
    [...surplus].reduce((sum, [monthNumber, value]) => sum + value * (surplus.get(monthNumber + lag) ?? 0), 0);
  const reach = Math.ceil(horizon / OPEN_DAYS_OF_MONTH);
  const lags = Array.from({ length: reach }, (_, index) => index + 1);
  const neighbours = lags.reduce((sum, lag) => sum + 2 * (1 - lag / (reach + 1)) * product(lag), 0);
  const between = product(0) + Math.max(0, neighbours);
  return ((distinct / (distinct - 1)) * between) / n ** 2 / ((share * (1 - share)) / n);
}

/** Months since the year 0. */
function toMonthNumber(month: string): number {
  const [year = 0, ofYear = 0] = month.split('-').map(Number);
  return year * 12 + ofYear;
}

function wilson(share: number, n: number): [low: number, high: number] {
  const z2 = Z * Z;
  const centre = (share + z2 / (2 * n)) / (1 + z2 / n);
  const half = (Z / (1 + z2 / n)) * Math.sqrt((share * (1 - share)) / n + z2 / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

function computeMean(sum: number, count: number): number | null {
  return count === 0 ? null : round(sum / count, 3);
}

function total(months: readonly MonthOfSamples[], key: Exclude<keyof MonthOfSamples, 'month'>): number {
  return months.reduce((sum, month) => sum + month[key], 0);
}

function round(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}
