import { keepPreviousData, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { readSessionsQuery, type SessionsQuery, sessionsApiQuery, writeSessionsQuery } from './sessions-query';

/** As the list has it; `deletedAt` where deleted ones are shown. */
export type SessionRow = Schemas['ListedSessionResponse'];
export type SessionPage = Schemas['SessionListResponse'];

/** The server's longest page. */
export const PAGE_SIZE = 200;

export const SESSION_PAGES = ['sessions', 'page'] as const;

/** One page of a list: 200 rows by index. */
export function sessionPageOptions(search: string, page: number) {
  return queryOptions({
    queryKey: [...SESSION_PAGES, search, page],
    queryFn: ({ signal }): Promise<SessionPage> =>
      readData(
        api.GET('/api/stock-cycle/sessions', {
          params: {
            query: { ...sessionsApiQuery(readSessionsQuery(search)), limit: PAGE_SIZE, offset: page * PAGE_SIZE },
          },
          signal,
        }),
      ),
  });
}

/** How many sessions a query has, without reading them. */
export function sessionCountOptions(search: string) {
  return queryOptions({
    queryKey: ['sessions', 'count', search],
    queryFn: async ({ signal }): Promise<number> => {
      const query = { ...sessionsApiQuery(readSessionsQuery(search)), limit: 1 };
      return (await readData(api.GET('/api/stock-cycle/sessions', { params: { query }, signal }))).pagination.total;
    },
    placeholderData: keepPreviousData,
  });
}

/** A list by index, of which only the visible pages are read. */
export interface SessionPages {
  /** The query whose rows these are: the one before, while a new one is on its way. */
  readonly shown: string;
  readonly late: boolean;
  readonly total: number | undefined;
  readonly warnings: readonly string[];
  /** The screen whose hits the list is of, and how many it found. */
  readonly screen: SessionPage['screen'];
  readonly rowAt: (index: number) => SessionRow | undefined;
  /** Where a session stands, if it is on a page that is visible. */
  readonly indexOf: (id: number) => number | undefined;
  /** Must be called with the indexes of the first and the last visible row. */
  readonly onVisible: (first: number, last: number) => void;
  readonly error: unknown;
  readonly retry: () => void;
}

export function useSessionPages(query: SessionsQuery): SessionPages {
  const queries = useQueryClient();
  const [{ first, last }, setVisible] = useState({ first: 0, last: 0 });
  const onVisible = useCallback((first: number, last: number) => {
    setVisible((before) => (before.first === first && before.last === last ? before : { first, last }));
  }, []);
  const wanted = writeSessionsQuery(query);
  const [settled, setSettled] = useState(wanted);
  const opening = useQuery(sessionPageOptions(wanted, 0));
  const shown = opening.data === undefined ? settled : wanted;
  if (shown !== settled) setSettled(shown);

  const from = Math.floor(first / PAGE_SIZE);
  const to = Math.floor(last / PAGE_SIZE);
  const visible = useQueries({
    queries: Array.from({ length: to - from + 1 }, (_, at) => sessionPageOptions(shown, from + at)),
  });
  const newest = visible.reduce<SessionPage | undefined>(
    (best, { data }) => data ?? best,
    shown === wanted ? opening.data : undefined,
  );
  const failed = [opening, ...visible].find(({ error }) => error !== null);
  return {
    shown,
    late: shown !== wanted || (opening.isFetching && opening.data === undefined),
    total: newest?.pagination.total,
    warnings: newest?.warnings ?? [],
    screen: newest?.screen,
    rowAt: (index) => {
      const page = Math.floor(index / PAGE_SIZE);
      const data = visible[page - from]?.data ?? queries.getQueryData(sessionPageOptions(shown, page).queryKey);
      return data?.sessions[index % PAGE_SIZE];
    },
    indexOf: (id) => {
      for (const [at, { data }] of visible.entries()) {
        const found = data?.sessions.findIndex((row) => row.id === id) ?? -1;
        if (found >= 0) return (from + at) * PAGE_SIZE + found;
      }
      return undefined;
    },
    onVisible,
    error: failed?.error ?? undefined,
    retry: () => void queries.refetchQueries({ queryKey: SESSION_PAGES, type: 'active' }),
  };
}
