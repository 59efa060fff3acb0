import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { aiWords } from './ai-words';
import styles from './ai.module.css';
import { queueWords } from './queue-words';
import type { FillKind, FillQueue, WaitingSession } from './use-fill-queue';

const MOST_SHOWN = 200;

/** The sessions of a queue, in the order in which a drain takes them. */
export function QueueTable({ kind, queue }: { kind: FillKind; queue: FillQueue }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(queueWords);
  const formats = useFormats();
  const { today } = useConsoleState();
  if (queue.total === 0) return <EmptyNote>{words.empty}</EmptyNote>;
  const columns: Column<WaitingSession>[] = [
    {
      key: 'code',
      head: say.code,
      cell: ({ id, code }) => (
        <Link href={`/sessions/${id}`} className="code">
          {code}
        </Link>
      ),
    },
    { key: 'name', head: say.name, cell: ({ stockName }) => stockName },
    {
      key: 'missing',
      head: kind === 'daily' ? words.missingDays : words.missingWeeks,
      figure: true,
      cell: ({ missing }) => formats.count(missing),
    },
    { key: 'why', head: words.why, cell: ({ queueReason }) => words[queueReason] },
    {
      key: 'review',
      head: words.review,
      figure: true,
      wideOnly: true,
      cell: ({ nextReviewAt }) => formats.day(nextReviewAt, today),
    },
    {
      key: 'priority',
      head: words.priority,
      figure: true,
      wideOnly: true,
      cell: ({ priority }) => formats.count(priority),
    },
  ];
  return (
    <>
      <DenseTable
        caption={words.list}
        columns={columns}
        rows={queue.sessions.slice(0, MOST_SHOWN)}
        rowKey={({ id }) => id}
      />
      {queue.total > MOST_SHOWN && (
        <p className={styles.aside}>{words.onlyFirst(formats.count(MOST_SHOWN), formats.count(queue.total))}</p>
      )}
    </>
  );
}
