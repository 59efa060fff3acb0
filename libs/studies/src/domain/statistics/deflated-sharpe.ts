import { normalProbability, normalQuantile } from '#lib/outcomes/domain';

const EULER = 0.5772156649015329;

/** Of the returns of a portfolio, a period each. */
export interface ReturnMoments {
  /** A period's, not a year's. */
  readonly sharpe: number;
  readonly periods: number;
  readonly skewness: number;
  /** Of the normal distribution: 3. */
  readonly kurtosis: number;
}

/**
 * The probability that a Sharpe ratio is more than what the best of many tries shows by luck (Bailey and López de Prado 2014).
 * @param tries How many variants were tried, and the variance of their Sharpe ratios; one try: more than 0.
 */
export function deflatedSharpe(
  { sharpe, periods, skewness, kurtosis }: ReturnMoments,
  tries: { readonly count: number; readonly variance: number },
): number {
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  return normalProbability(((sharpe - luckiestSharpe(tries)) * Math.sqrt(periods - 1)) / Math.sqrt(spread));
}

/** The Sharpe ratio that the best of `count` worthless variants is expected to show. */
export function luckiestSharpe({ count, variance }: { readonly count: number; readonly variance: number }): number {
  if (count <= 1) return 0;
  const [usual, rare] = [normalQuantile(1 - 1 / count), normalQuantile(1 - 1 / (count * Math.E))];
  return Math.sqrt(variance) * ((1 - EULER) * usual + EULER * rare);
}
