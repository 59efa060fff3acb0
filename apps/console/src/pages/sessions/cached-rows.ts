import type { QueryClient } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { SESSION_PAGES, type SessionPage, type SessionRow } from './session-pages';

/** Puts changes into every list and preview that holds the session. */
export function patchRows(queries: QueryClient, changes: ReadonlyMap<number, Partial<SessionRow>>): void {
  if (changes.size === 0) return;
  queries.setQueriesData<SessionPage>({ queryKey: SESSION_PAGES }, (page) =>
    page === undefined ? page : { ...page, sessions: page.sessions.map((row) => ({ ...row, ...changes.get(row.id) })) },
  );
  for (const [id, change] of changes) {
    queries.setQueryData<Schemas['SessionDetailResponse']>(['session', id], (detail) =>
      detail === undefined ? detail : { ...detail, session: { ...detail.session, ...change } },
    );
  }
}

/** The row's own values of what a change would touch. */
export function pickFields(row: SessionRow, change: Partial<SessionRow>): Partial<SessionRow> {
  const names = Object.keys(change) as (keyof SessionRow)[];
  return Object.fromEntries(names.map((name) => [name, row[name]]));
}
