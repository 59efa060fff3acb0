import { useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { getEndReasonName, useDraftState } from '../../drafts/draft-state';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import { toReason } from './close-form';
import { todayMessages } from './today-messages';
import type { WorkRow } from './today-work';
import { useSessionReload } from './use-session-reload';

/** Closing the session of a row that the rules propose to close, or keeping it open. */
export interface CloseChoice {
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  readonly closeNext: () => void;
  readonly keepNext: () => void;
  /** Keys of the rows that were kept. */
  readonly kept: readonly string[];
}

export function useCloseChoice(row: WorkRow | undefined, goOn: () => void): CloseChoice {
  const t = useMessages(todayMessages);
  const notices = useNotices();
  const reload = useSessionReload();
  const sessionId = row?.sessionId ?? null;
  const [typed, setTyped] = useDraftState<string | null>(getEndReasonName(sessionId ?? 0), null);
  const [kept, setKept] = useState<readonly string[]>([]);
  const reason = typed ?? (row === undefined ? '' : toReason(row));
  const update = (id: number, body: Schemas['UpdateSessionBody']): Promise<unknown> =>
    readData(api.PATCH('/api/stock-cycle/sessions/{id}', { params: { path: { id } }, body }));
  return {
    reason,
    setReason: setTyped,
    kept,
    closeNext: () => {
      if (row === undefined || sessionId === null) return;
      goOn();
      update(sessionId, { close: true, end_reason: reason }).then(() => {
        setTyped(null);
        reload(sessionId);
        notices.done(t.closed(row.stockName ?? row.code), () =>
          update(sessionId, { reopen: true }).then(() => reload(sessionId)),
        );
      }, notices.failed);
    },
    keepNext: () => {
      if (row === undefined) return;
      setKept((keys) => [...keys, row.key]);
      goOn();
    },
  };
}
