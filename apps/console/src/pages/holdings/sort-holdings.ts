import type { Schemas } from '../../api/client';

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
  return holdings.toSorted((a, b) => {
    const [x, y] = [a[sort], b[sort]];
    if (x === y) return a.code < b.code ? -1 : 1;
    if (x === null) return 1;
    if (y === null) return -1;
    if (sort === 'industry') return direction * String(x).localeCompare(String(y), 'zh-CN');
    return x < y ? -direction : direction;
  });
}
