import type { CountedPage } from '#lib/seo';
import type { CountedPaginationReply } from './seo.replies';

/** A page of a list, as replies have it. */
export function countedReply<Row>(
  { rows, total, totalIsExact, hasMore }: CountedPage<Row>,
  { limit, offset }: { limit: number; offset: number },
): { items: Row[]; pagination: CountedPaginationReply } {
  return { items: rows, pagination: { total, totalIsExact, limit, offset, hasMore } };
}
