import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Dispatch, ReactNode, SetStateAction } from 'react';
import { Link } from 'wouter';
import { api, readData } from '../../api/client';
import { TickedBar } from '../../parts/ticked-bar';
import { useNotices } from '../../parts/undo';
import { useMessages } from '../../i18n/messages';
import type { Hit } from './hit-list';
import { scanMessages } from './scan-messages';

/** What can be done with the sessions of the ticked hits. */
export function HitActions({
  hits,
  deleted,
  onDeleted,
  onTickAll,
  onClear,
}: {
  hits: readonly Hit[];
  deleted: ReadonlySet<number>;
  onDeleted: Dispatch<SetStateAction<ReadonlySet<number>>>;
  onTickAll: () => void;
  onClear: () => void;
}): ReactNode {
  const t = useMessages(scanMessages);
  const { setPriority, remove } = useHitActions(onDeleted);
  const living = hits.filter(({ sessionId }) => !deleted.has(sessionId)).map(({ sessionId }) => sessionId);
  const created = hits
    .filter(({ sessionId, outcome }) => outcome === 'created' && !deleted.has(sessionId))
    .map(({ sessionId }) => sessionId);

  const [only] = hits;
  return (
    <TickedBar count={hits.length} words={t} onTickAll={onTickAll} onClear={onClear}>
      {hits.length === 1 && only !== undefined ? (
        <Link href={`/sessions/${only.sessionId}`}>{t.openSession}</Link>
      ) : (
        <Link href="/sessions?status=open&sort=priority">{t.toSessions}</Link>
      )}
      <Button variant="default" disabled={living.length === 0} onClick={() => setPriority(living, 1)}>
        {t.raise}
      </Button>
      <Button variant="default" disabled={living.length === 0} onClick={() => setPriority(living, -1)}>
        {t.lower}
      </Button>
      <Button variant="default" disabled={created.length === 0} onClick={() => void remove(created)}>
        {t.deleteSessions}
      </Button>
    </TickedBar>
  );
}

/** Changes of the hits' sessions, each with one undo. */
function useHitActions(onDeleted: Dispatch<SetStateAction<ReadonlySet<number>>>): {
  setPriority: (ids: readonly number[], delta: 1 | -1) => void;
  remove: (created: readonly number[]) => Promise<void>;
} {
  const t = useMessages(scanMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const changed = (): void => {
    void queries.invalidateQueries({ queryKey: ['sessions'] });
    void queries.invalidateQueries({ queryKey: ['session'] });
  };
  const prioritise = async (ids: readonly number[], delta: 1 | -1): Promise<void> => {
    for (const id of ids) {
      const params = { path: { id } };
      await readData(api.PATCH('/api/stock-cycle/sessions/{id}', { params, body: { priority_delta: delta } }));
    }
    changed();
  };
  const setPriority = (ids: readonly number[], delta: 1 | -1): void => {
    prioritise(ids, delta).then(
      () =>
        notices.done(t.prioritySet(ids.length, delta === 1 ? '+1' : '−1'), () => prioritise(ids, delta === 1 ? -1 : 1)),
      notices.failed,
    );
  };
  const restore = async (ids: readonly number[]): Promise<void> => {
    for (const id of ids) {
      await readData(api.POST('/api/stock-cycle/sessions/{id}/restore', { params: { path: { id } } }));
      onDeleted((before) => new Set([...before].filter((known) => known !== id)));
    }
    changed();
  };
  const remove = async (created: readonly number[]): Promise<void> => {
    const done: number[] = [];
    onDeleted((before) => new Set([...before, ...created]));
    try {
      for (const id of created) {
        await readData(api.DELETE('/api/stock-cycle/sessions/{id}', { params: { path: { id } } }));
        done.push(id);
      }
    } catch (error) {
      onDeleted((before) => new Set([...before].filter((id) => !created.includes(id) || done.includes(id))));
      notices.failed(error);
    }
    changed();
    if (done.length > 0) notices.done(t.deletedSessions(done.length), () => restore(done));
  };
  return { setPriority, remove };
}
