/** Up to here a list is counted exactly; counting millions would cost more than the page. */
export const MOST_COUNTED = 10_000;

export interface CountedPage<Row> {
  rows: Row[];
  /** Exact up to {@link MOST_COUNTED}; above it that number. */
  total: number;
  totalIsExact: boolean;
  hasMore: boolean;
}

/** @param count rows counted, at most one more than {@link MOST_COUNTED}. */
export function countedPage<Row>(
  rows: Row[],
  count: number,
  { limit, offset }: { limit: number; offset: number },
): CountedPage<Row> {
  const totalIsExact = count <= MOST_COUNTED;
  const hasMore = totalIsExact ? offset + rows.length < count : rows.length === limit;
  return { rows, total: Math.min(count, MOST_COUNTED), totalIsExact, hasMore };
}
