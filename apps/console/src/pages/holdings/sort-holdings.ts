import type { Schemas } from '../../api/client';
import { compareKnown } from '../../parts/compare-known';

export type Holding = Schemas['PositionResponse'];

/** What the list can be sorted by; the numbers as the server has them. */
export const HOLDING_SORTS = [
  ...(['code', 'industry', 'quantity', 'latestClose', 'changePct', 'dayProfit', 'marketValue'] as const),
  ...(['profit', 'costDistancePct', 'openedAt'] as const),
] as const;
export type HoldingSort = (typeof HOLDING_SORTS)[number];
export type Order = 'asc' | 'desc';

/** The holdings in an order: what is missing last in both, ties by code. */
export function sortHoldings(holdings: readonly Holding[], sort: HoldingSort, order: Order): Holding[] {
  const direction = order === 'asc' ? 1 : -1;
  return holdings.toSorted((a, b) => compareKnown(a[sort], b[sort], direction) || (a.code < b.code ? -1 : 1));
}
