import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Failure } from './failure';

/** The key of `GET /api/console`: who is signed in, and what the server is set to. */
export const CONSOLE_STATE = ['console'] as const;

const FRESH_MS = 10_000;
const TRIES = 2;

/** Fresh for ten seconds; asked again where the server may come back; a login that has ended leads to the sign-in page. */
export function createQueries(): QueryClient {
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => noticeEndedLogin(error, queries) }),
    mutationCache: new MutationCache({ onError: (error) => noticeEndedLogin(error, queries) }),
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < TRIES && error instanceof Failure && error.mayPass,
      },
    },
  });
  return queries;
}

function noticeEndedLogin(error: unknown, queries: QueryClient): void {
  if (error instanceof Failure && error.status === 401) {
    void queries.invalidateQueries({ queryKey: CONSOLE_STATE });
  }
}
