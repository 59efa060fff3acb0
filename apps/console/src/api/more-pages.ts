import { keepPreviousData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Schemas } from './client';

interface Paged {
  readonly pagination: Schemas['PaginationResponse'];
}

export interface MorePages<Page extends Paged> extends Pick<
  UseInfiniteQueryResult,
  'error' | 'isPlaceholderData' | 'hasNextPage' | 'isFetchingNextPage'
> {
  /** Those read up to now; undefined before the first came. */
  readonly pages: readonly Page[] | undefined;
  readonly total: number;
  readonly more: () => void;
  readonly again: () => void;
}

export interface MorePagesOptions<Page extends Paged> {
  readonly queryKey: readonly unknown[];
  readonly read: (offset: number) => Promise<Page>;
  /** Read again so often, while what was read says so. */
  readonly refetchMs?: (pages: readonly Page[]) => number | false;
}

/** A list that grows at its end by another page; each page is asked for by its offset. */
export function useMorePages<Page extends Paged>({
  queryKey,
  read,
  refetchMs,
}: MorePagesOptions<Page>): MorePages<Page> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ pagination: { offset, limit, hasMore } }: Page) => (hasMore ? offset + limit : null),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages;
      return pages === undefined || refetchMs === undefined ? false : refetchMs(pages);
    },
  });
  const pages = query.data?.pages;
  return {
    pages,
    total: pages?.[0]?.pagination.total ?? 0,
    error: query.error,
    isPlaceholderData: query.isPlaceholderData,
    hasNextPage: query.hasNextPage,
    isFetchingNextPage: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  };
}
