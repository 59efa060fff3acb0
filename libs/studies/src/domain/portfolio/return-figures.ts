import { deflatedSharpe } from '../statistics/deflated-sharpe';

/** Open days of a year, by which figures are made annual. */
export const DAYS_A_YEAR = 244;

/** How many variants of the study were tried, and the variance of their Sharpe ratios of a day. */
export interface TriedVariants {
  readonly count: number;
  readonly variance: number;
}

/** Of the daily returns of an equity curve; null where there is nothing to tell from. */
export interface ReturnFigures {
  readonly totalPct: number | null;
  /** A year of 244 open days. */
  readonly cagrPct: number | null;
  /** Of a year: a day's times the root of 244. */
  readonly volatilityPct: number | null;
  /** Of a year; the risk-free rate is 0. */
  readonly sharpe: number | null;
  /** Probability that the Sharpe ratio is more than the luck of all variants that were tried. */
  readonly deflatedSharpe: number | null;
}

/** Figures of the curve from a day on, its value then being the start. */
export function computeReturnFigures(equity: Float64Array, startDay: number, tries: TriedVariants): ReturnFigures {
  const returns = dailyReturns(equity, startDay);
  const growth = (equity.at(-1) ?? NaN) / (equity[startDay] ?? NaN);
  const { mean, deviation, skewness, kurtosis } = measureMoments(returns);
  const sharpe = mean / deviation;
  const moments = { sharpe, periods: returns.length, skewness, kurtosis };
  return {
    totalPct: told(returns.length === 0 ? NaN : (growth - 1) * 100),
    cagrPct: told((growth ** (DAYS_A_YEAR / returns.length) - 1) * 100),
    volatilityPct: told(deviation * Math.sqrt(DAYS_A_YEAR) * 100),
    sharpe: told(sharpe * Math.sqrt(DAYS_A_YEAR)),
    deflatedSharpe: told(deflatedSharpe(moments, tries)),
  };
}

/** null for what is not a finite number. */
export function told(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function dailyReturns(equity: Float64Array, startDay: number): Float64Array {
  return equity.subarray(startDay + 1).map((value, index) => value / (equity[startDay + index] ?? NaN) - 1);
}

/** The deviation of a sample; skewness and kurtosis (normal: 3) of the values themselves. NaN of fewer than two values, or equal ones. */
function measureMoments(values: Float64Array): { mean: number; deviation: number; skewness: number; kurtosis: number } {
  const count = values.length;
  const mean = sumOf(values, (value) => value) / count;
  const central = (power: number): number => sumOf(values, (value) => (value - mean) ** power) / count;
  const variance = central(2);
  return {
    mean,
    deviation: count < 2 ? NaN : Math.sqrt((variance * count) / (count - 1)),
    skewness: central(3) / variance ** 1.5,
    kurtosis: central(4) / variance ** 2,
  };
}

function sumOf(values: Float64Array, read: (value: number) => number): number {
  return values.reduce((sum, value) => sum + read(value), 0);
}
