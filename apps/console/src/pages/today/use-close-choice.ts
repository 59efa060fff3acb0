import { useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { endReasonName, useKeptState } from '../../drafts/kept-state';
import { useNotices } from '../../parts/undo';
import { useWords } from '../../words/words';
import { reasonOf } from './close-form';
import { todayWords } from './today-words';
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
  const t = useWords(todayWords);
  const notices = useNotices();
  const reload = useSessionReload();
  const sessionId = row?.sessionId ?? null;
  const [typed, setTyped] = useKeptState<string | null>(endReasonName(sessionId ?? 0), null);
  const [kept, setKept] = useState<readonly string[]>([]);
  const reason = typed ?? (row === undefined ? '' : reasonOf(row));
  const update = (id: number, body: Schemas['UpdateSessionBody']): Promise<unknown> =>
    dataOf(api.PATCH('/api/stock-cycle/sessions/{id}', { params: { path: { id } }, body }));
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
