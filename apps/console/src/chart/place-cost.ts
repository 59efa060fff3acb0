import type { Schemas } from '../api/client';
import { findFactor, type PriceFactors } from './price-factors';

type Position = Pick<Schemas['PositionResponse'], 'avgCost' | 'openedAt'>;

/**
 * The average cost on the chart's scale: adjusted as a price of the day of the first purchase, or of the newest bar if that day
 * is not known. Null without a cost, and for one at or below 0, which sales at a profit leave.
 */
export function placeCost(position: Position | undefined, factors: PriceFactors): number | null {
  const { avgCost = null, openedAt = null } = position ?? {};
  if (avgCost === null || avgCost <= 0) return null;
  return avgCost * (openedAt === null ? (factors.at(-1)?.factor ?? 1) : findFactor(factors, openedAt));
}
