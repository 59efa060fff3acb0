import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Sorting } from '../../parts/dense-table';
import type { HitRow } from './hit-rows';
import type { ScreenRequest } from './screen-draft';
import type { Screen } from './screen-list';
import { AT_ONCE, type ScreenRun, useAllHits } from './screen-queries';
import { BY_RANK, nextHitOrder, readHitOrder, sortHits, withHitOrder } from './sort-hits';

/** The rows of the table, and how to have more of them or in another order. */
export interface ShownHits {
  readonly rows: readonly HitRow[];
  /** How many there are to be shown. */
  readonly total: number;
  readonly more: (() => void) | undefined;
  readonly sorting: Sorting;
  /** The hits that are needed to sort them are on their way. */
  readonly isSorting: boolean;
  readonly error: Error | null;
}

/**
 * The hits as they are shown: by rank page by page as the server has them; in another order all of them are read first, so
 * that the first row is the first of all.
 * @param compared Those that stand next to another day; undefined: no day is compared.
 */
export function useShownHits(
  { screen, request, pages, first }: RunOfScreen,
  compared: readonly HitRow[] | undefined,
  loadMore: (() => void) | undefined,
): ShownHits {
  const [search, setSearch] = useSearchParams();
  const [room, setRoom] = useState(AT_ONCE);
  const order = readHitOrder(search, screen.evidence);
  const isByRank = order.sort === BY_RANK.sort && order.order === BY_RANK.order;
  const loaded = pages.flatMap((page) => page.rows);
  const isWhole = loaded.length >= first.matched;
  const isWanted = compared === undefined && !isByRank && !isWhole;
  const all = useAllHits(screen, isWanted ? { ...request, as_of: first.asOf } : undefined);
  const whole = compared ?? (isWanted ? all.data?.hits : isWhole && !isByRank ? loaded : undefined);
  const rows = whole === undefined ? loaded : sortHits(whole, order).slice(0, room);
  const total = compared?.length ?? first.matched;
  const hasRoom = whole !== undefined && rows.length < whole.length;
  return {
    rows,
    total,
    more: hasRoom ? () => setRoom(room + AT_ONCE) : whole === undefined ? loadMore : undefined,
    sorting: {
      ...order,
      onSort: (sort) =>
        setSearch((before) => withHitOrder(before, nextHitOrder(order, sort, screen.evidence)), { replace: true }),
    },
    isSorting: isWanted && all.isFetching,
    error: isWanted ? all.error : null,
  };
}

interface RunOfScreen {
  readonly screen: Screen;
  readonly request: ScreenRequest;
  readonly pages: readonly ScreenRun[];
  readonly first: ScreenRun;
}
