import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';

export type SessionDetail = Schemas['SessionDetailResponse'];
export type SessionRow = Schemas['SessionResponse'];
export type DailyRecord = Schemas['DailyRecordResponse'];

/** Versions of sessions' rows as this browser last read or wrote them; a write names the one that it was made from. */
const versions = new Map<number, string>();

export function sessionKey(id: number): readonly [string, number] {
  return ['session', id];
}

/** A session with its records and what models said of it. Asked for at every visit, as a list's preview notes no version. */
export function useSessionDetail(id: number): UseQueryResult<SessionDetail> {
  return useQuery({ queryKey: sessionKey(id), queryFn: () => readSession(id), refetchOnMount: 'always' });
}

/**
 * Changes a session if it still is as it was read here.
 * @throws Failure 412 if somebody has changed it since.
 */
export async function writeSession(id: number, body: Schemas['UpdateSessionBody']): Promise<SessionRow> {
  if (!versions.has(id)) await readSession(id);
  const version = versions.get(id);
  const { session } = await readData(
    noteVersion(
      id,
      api.PATCH('/api/stock-cycle/sessions/{id}', {
        params: { path: { id }, header: version === undefined ? {} : { 'If-Match': version } },
        body,
      }),
    ),
  );
  return session;
}

function readSession(id: number): Promise<SessionDetail> {
  return readData(noteVersion(id, api.GET('/api/stock-cycle/sessions/{id}', { params: { path: { id } } })));
}

async function noteVersion<Result extends { response: Response }>(id: number, call: Promise<Result>): Promise<Result> {
  const result = await call;
  const version = result.response.ok ? result.response.headers.get('etag') : null;
  if (version !== null) versions.set(id, version);
  return result;
}
