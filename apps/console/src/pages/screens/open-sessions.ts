import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, readData } from '../../api/client';
import { useMessages } from '../../i18n/messages';
import { useNotices } from '../../parts/undo';
import type { ScreenHit } from './compare-days';
import type { ScreenRequest } from './screen-draft';
import type { Screen } from './screen-list';
import { SCREENS, type ScreenRun } from './screen-queries';
import { screensMessages } from './screens-messages';

type SessionIds = ReadonlyMap<string, number | null>;

/** Opens sessions for some of the hits of a run, says what came of it, and takes back those that were opened. */
export function useOpenSessions(
  screen: Screen,
  request: ScreenRequest,
): { busy: boolean; open: (codes: readonly string[]) => Promise<boolean> } {
  const t = useMessages(screensMessages);
  const queries = useQueryClient();
  const notices = useNotices();
  const [busy, setBusy] = useState(false);
  const undo = async (opened: readonly { code: string; sessionId: number }[]): Promise<void> => {
    for (const { code, sessionId } of opened) {
      await readData(api.DELETE('/api/stock-cycle/sessions/{id}', { params: { path: { id: sessionId } } }));
      showSessions(queries, new Map([[code, null]]));
    }
  };
  const open = async (codes: readonly string[]): Promise<boolean> => {
    setBusy(true);
    try {
      const { as_of, params, filters } = request;
      const { rows, created, alreadyOpen } = await readData(
        api.POST('/api/screens/{id}/sessions', {
          params: { path: { id: screen.id } },
          body: {
            ...(as_of === undefined ? {} : { as_of }),
            ...{ params: { ...params }, filters: { ...filters }, codes: [...codes] },
          },
        }),
      );
      showSessions(queries, new Map(rows.map(({ code, sessionId }) => [code, sessionId])));
      const fresh = rows.filter(({ outcome }) => outcome === 'created');
      notices.done(t.opened(created, alreadyOpen), fresh.length === 0 ? undefined : () => undo(fresh));
      return true;
    } catch (error) {
      notices.failed(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, open };
}

/** Puts the sessions into every run that is kept: none of them is run again for it. */
function showSessions(queries: QueryClient, sessions: SessionIds): void {
  queries.setQueriesData<{ pages: ScreenRun[]; pageParams: number[] }>({ queryKey: [...SCREENS, 'run'] }, (known) =>
    known === undefined
      ? known
      : { ...known, pages: known.pages.map((page) => ({ ...page, rows: withSessions(page.rows, sessions) })) },
  );
  queries.setQueriesData<{ asOf: string; hits: ScreenHit[] }>({ queryKey: [...SCREENS, 'all-hits'] }, (known) =>
    known === undefined ? known : { ...known, hits: withSessions(known.hits, sessions) },
  );
  void queries.invalidateQueries({ queryKey: ['sessions'] });
}

function withSessions(hits: readonly ScreenHit[], sessions: SessionIds): ScreenHit[] {
  return hits.map((hit) => {
    const sessionId = sessions.get(hit.code);
    return sessionId === undefined ? hit : { ...hit, openSessionId: sessionId };
  });
}
