import { useLocation, useSearch } from 'wouter';
import { savePosition } from './list-positions';
import { NEW_SESSION_KINDS, type NewSessionKind } from './new-session-kinds';
import { readSessionsQuery, type SessionSort, type SessionsQuery, writeSessionsQuery } from './sessions-query';

/** The order that is useful first for each sort. */
const FIRST_ORDERS: Readonly<Record<SessionSort, SessionsQuery['order']>> = {
  priority: 'desc',
  entry_date: 'desc',
  next_review_at: 'asc',
  lowest_volume_trade_date: 'desc',
  ended_at: 'desc',
  cyq_spread_ratio: 'asc',
  fundamental_score: 'desc',
  close_vs_entry_pct: 'desc',
  circulating_market_cap_yi: 'asc',
  code: 'asc',
  name: 'asc',
  phase: 'asc',
  ai_consensus: 'asc',
  industry: 'asc',
  latest_close: 'desc',
  change_pct: 'desc',
  turnover_pct: 'desc',
  volume_ratio: 'desc',
  invalidation_distance_pct: 'asc',
  cost_distance_pct: 'desc',
  holding_profit: 'desc',
};

/** What the address of the page contains: the query of the list, and the dialog that is open over it. */
export interface SessionsAddress {
  readonly query: SessionsQuery;
  /** The query as the search part of an address. */
  readonly search: string;
  readonly dialog: { readonly way: NewSessionKind | undefined; readonly jobId: number | null };
  /** @param typing The step replaces the one before, so that the letters of one word are one step of Back. */
  readonly setQuery: (query: SessionsQuery, typing?: boolean) => void;
  /** Sorts by a column; a second time in the other order. */
  readonly sortBy: (sort: SessionSort) => void;
  readonly openDialog: (way: NewSessionKind, jobId?: number) => void;
  readonly closeDialog: () => void;
}

export function useSessionsAddress(): SessionsAddress {
  const [, navigate] = useLocation();
  const params = new URLSearchParams(useSearch());
  const query = readSessionsQuery(params);
  const search = writeSessionsQuery(query);
  const jobId = params.get('job') ?? '';

  const setQuery = (next: SessionsQuery, typing = false): void => {
    const to = writeSessionsQuery(next);
    if (to === search) return;
    savePosition(to, undefined);
    navigate(toAddress(to), { replace: typing });
  };
  return {
    query,
    search,
    dialog: {
      way: NEW_SESSION_KINDS.find((one) => one === params.get('new')),
      jobId: /^\d{1,15}$/.test(jobId) ? Number(jobId) : null,
    },
    setQuery,
    sortBy: (sort) => {
      const order = query.sort === sort ? (query.order === 'desc' ? 'asc' : 'desc') : FIRST_ORDERS[sort];
      setQuery({ ...query, sort, order });
    },
    openDialog: (way, openedJobId) => {
      const next = new URLSearchParams(search);
      next.set('new', way);
      if (openedJobId !== undefined) next.set('job', String(openedJobId));
      navigate(toAddress(next.toString()), { replace: openedJobId !== undefined });
    },
    closeDialog: () => navigate(toAddress(new URLSearchParams(search).toString()), { replace: true }),
  };
}

function toAddress(search: string): string {
  return search === '' ? '/sessions' : `/sessions?${search}`;
}
