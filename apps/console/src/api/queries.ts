import { QueryClient } from '@tanstack/react-query';
import { api } from './client';
import { Failure } from './failure';

/** The key of `GET /api/console`: who is signed in, and what the server is set to. */
export const CONSOLE_STATE = ['console'] as const;

const FRESH_MS = 10_000;
const TRIES = 2;

/** Fresh for ten seconds; asked again where the server may come back; a response 401 reads again who is signed in. */
export function createQueries(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < TRIES && error instanceof Failure && error.mayPass,
      },
    },
  });
  api.use({
    onResponse: ({ response }) => {
      if (response.status === 401) void queries.invalidateQueries({ queryKey: CONSOLE_STATE });
    },
  });
  return queries;
}
