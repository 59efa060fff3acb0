import type { Schemas } from '../api/client';

/** What prices as traded are multiplied by to stand among a chart's bars: each from its day on, oldest first. */
export type PriceFactors = readonly Schemas['PriceFactorResponse'][];

/** The factor of a day; the first is also that of the days before it. 1 if none is known. */
export function findFactor(factors: PriceFactors, day: string): number {
  const inForce = factors.findLast(({ tradeDate }) => tradeDate <= day) ?? factors[0];
  return inForce?.factor ?? 1;
}
