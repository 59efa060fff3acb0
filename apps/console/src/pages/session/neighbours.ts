import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { SESSION_PAGES, type SessionPage } from '../sessions/session-pages';

/** The order in which the sessions were listed last; longer than the list itself is kept. */
let walked: readonly number[] = [];

/** Goes on in the list that the session was opened from: 1 to the next, -1 to the one before; what is chosen of the chart stays. */
export function useNeighbours(id: number): (step: 1 | -1) => void {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  useEffect(() => {
    walked = findList(queries, id) ?? walked;
  }, [queries, id]);
  return (step) => {
    const at = walked.indexOf(id);
    const next = at === -1 ? undefined : walked[at + step];
    if (next === undefined) return;
    const query = new URLSearchParams(location.search);
    query.delete('record');
    query.delete('fill');
    // The step back leads to the list.
    navigate(`/sessions/${next}${query.size === 0 ? '' : `?${query.toString()}`}`, { replace: true });
  };
}

/** The page of a list, the newest one, that has the session. */
function findList(queries: QueryClient, id: number): readonly number[] | undefined {
  const pages = queries
    .getQueryCache()
    .findAll({ queryKey: SESSION_PAGES })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ state }) => (state.data as SessionPage | undefined)?.sessions.map((session) => session.id) ?? []);
  return pages.find((ids) => ids.includes(id));
}
