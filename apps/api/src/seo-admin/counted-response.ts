import type { CountedPage } from '#lib/seo';
import type { CountedPaginationResponse } from './seo.responses';

/** A page of a list, as replies have it. */
export function countedResponse<Row>(
  { rows, total, totalIsExact, hasMore }: CountedPage<Row>,
  { limit, offset }: { limit: number; offset: number },
): { items: Row[]; pagination: CountedPaginationResponse } {
  return { items: rows, pagination: { total, totalIsExact, limit, offset, hasMore } };
}
