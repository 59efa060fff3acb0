import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api, readData } from '../../api/client';
import { useUser } from '../../api/console-state';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';
import styles from './ai.module.css';
import { queueMessages } from './queue-messages';
import { type FillKind, useFillQueue } from './use-fill-queue';

/** How long a queue is, and the button by which an administrator drains it. */
export function QueuePanel({ kind }: { kind: FillKind }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(queueMessages);
  const formats = useFormats();
  const { role } = useUser();
  const { data: queue } = useFillQueue(kind);
  const start = useStartDrain(kind);
  return (
    <Panel title={t[kind]}>
      <p className={styles.big}>
        {queue === undefined
          ? NOTHING
          : queue.total === 0
            ? messages.nobody
            : messages.waiting(formats.count(queue.total))}
      </p>
      <p className={styles.aside}>
        {queue !== undefined && queue.total > 0 && messages.missing(formats.count(queue.missing))}
      </p>
      {role === 'admin' ? (
        <Button
          variant={queue !== undefined && queue.total > 0 ? 'filled' : 'default'}
          disabled={queue === undefined || queue.total === 0}
          loading={start.isPending}
          onClick={() => start.mutate()}
        >
          {messages.drain(formats.count(queue?.total ?? 0))}
        </Button>
      ) : (
        <p className={styles.aside}>{messages.administratorStarts}</p>
      )}
    </Panel>
  );
}

/** Starts a drain, or finds the one of this kind in flight, and leads to it. */
function useStartDrain(kind: FillKind): { isPending: boolean; mutate: () => void } {
  const queries = useQueryClient();
  const notices = useNotices();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () => readData(api.POST('/api/stock-cycle/ai-fill-drains', { body: { kind } })),
    onSuccess: ({ drainId }) => {
      navigate(`/ai/drains/${drainId}`);
      void queries.invalidateQueries({ queryKey: ['drains'] });
    },
    onError: notices.failed,
  });
}
