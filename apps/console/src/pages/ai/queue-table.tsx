import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';
import styles from './ai.module.css';
import { queueMessages } from './queue-messages';
import type { FillKind, FillQueue, WaitingSession } from './use-fill-queue';

const MAX_SHOWN = 200;

/** The sessions of a queue, in the order in which a drain takes them. */
export function QueueTable({ kind, queue }: { kind: FillKind; queue: FillQueue }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(queueMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  if (queue.total === 0) return <EmptyNote>{messages.empty}</EmptyNote>;
  const columns: Column<WaitingSession>[] = [
    {
      key: 'code',
      head: t.code,
      cell: ({ id, code }) => (
        <Link href={`/sessions/${id}`} className="code">
          {code}
        </Link>
      ),
    },
    { key: 'name', head: t.name, cell: ({ stockName }) => stockName },
    {
      key: 'missing',
      head: kind === 'daily' ? messages.missingDays : messages.missingWeeks,
      numeric: true,
      cell: ({ missing }) => formats.count(missing),
    },
    { key: 'why', head: messages.why, cell: ({ queueReason }) => messages[queueReason] },
    {
      key: 'review',
      head: messages.review,
      numeric: true,
      wideOnly: true,
      cell: ({ nextReviewAt }) => formats.day(nextReviewAt, today),
    },
    {
      key: 'priority',
      head: messages.priority,
      numeric: true,
      wideOnly: true,
      cell: ({ priority }) => formats.count(priority),
    },
  ];
  return (
    <>
      <DenseTable
        caption={messages.list}
        columns={columns}
        rows={queue.sessions.slice(0, MAX_SHOWN)}
        rowKey={({ id }) => id}
      />
      {queue.total > MAX_SHOWN && (
        <p className={styles.aside}>{messages.onlyFirst(formats.count(MAX_SHOWN), formats.count(queue.total))}</p>
      )}
    </>
  );
}
