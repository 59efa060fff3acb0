import type { CalendarDay } from '#lib/kernel';
import { reviewWindow, type SessionPageQuery, sessionSearch } from '#lib/tracking';
import type { SessionListQuery } from './session.requests';

/**
 * The contract's query as the service takes it. The guard saw to the caller of a scope.
 * @param today The day in Shanghai. @param codes Hits of the screen that the query names; undefined: it names none.
 */
export function sessionPageQuery(
  query: SessionListQuery,
  today: CalendarDay,
  userId: number | undefined,
  codes: readonly string[] | undefined,
): SessionPageQuery {
  const { status, phase, ai_consensus: consensus, user_scope: scope, sort, order, limit, offset } = query;
  return {
    status,
    search: query.code === undefined ? undefined : sessionSearch(query.code),
    phase: phase === 'all' ? undefined : phase === 'nocategory' || phase === '_null' ? null : phase,
    aiConsensus: consensus === 'all' ? undefined : consensus === 'unset' || consensus === 'none' ? null : consensus,
    review: query.review_due === undefined ? undefined : reviewWindow(query.review_due, today),
    scope:
      scope === 'all' || userId === undefined
        ? undefined
        : { of: scope === 'watchlist_only' ? 'watchlist' : 'positions', userId },
    userId,
    codes,
    includeDeleted: query.include_deleted,
    sort,
    order,
    limit,
    offset,
  };
}
