import { queryOptions } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';
import type { SessionRow } from './session-pages';

/** The entry that the server suggests for a code. */
export function suggestionOptions(code: string) {
  return queryOptions({
    queryKey: ['suggested-entry', code],
    queryFn: ({ signal }) =>
      readData(api.GET('/api/stock-cycle/sessions/suggest-entry', { params: { query: { code } }, signal })),
    retry: false,
  });
}

/** The open session of a code; null if there is none. */
export async function findOpenSession(code: string): Promise<SessionRow | null> {
  const { sessions } = await readData(
    api.GET('/api/stock-cycle/sessions', { params: { query: { status: 'open', code, limit: 1 } } }),
  );
  return sessions[0] ?? null;
}

/** @throws Failure `open_session_exists` if the code has one. */
export async function openSession(body: Schemas['CreateSessionBody']): Promise<Schemas['SessionResponse']> {
  return (await readData(api.POST('/api/stock-cycle/sessions', { body }))).session;
}
