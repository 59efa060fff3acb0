import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { Warnings } from '../../parts/warnings';
import { useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';
import styles from './ai.module.css';
import { DrainList } from './drain-list';
import { DrainReport } from './drain-report';
import { ModelsPanel } from './models-panel';
import { QueuePanel } from './queue-panel';
import { QueueTable } from './queue-table';
import { queueMessages } from './queue-messages';
import { type FillKind, useFillQueue } from './use-fill-queue';

/** Both queues, the models that will be asked, the drain that is open, and those before it. */
export function Queues({ drainId }: { drainId: number | null }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(queueMessages);
  const [search, setSearch] = useSearchParams();
  const shown: FillKind = search.get('queue') === 'weekly' ? 'weekly' : 'daily';
  const { data, error, refetch } = useFillQueue(shown);
  const kinds = [
    { value: 'daily', label: t.daily },
    { value: 'weekly', label: t.weekly },
  ];
  return (
    <>
      <div className={styles.heads}>
        <QueuePanel kind="daily" />
        <QueuePanel kind="weekly" />
        <ModelsPanel />
      </div>
      <p className={styles.aside}>{messages.startsItself}</p>
      <div className={styles.two}>
        <div className={styles.stack}>
          {drainId !== null && <DrainReport key={drainId} drainId={drainId} />}
          <DrainList selected={drainId} />
        </div>
        <Panel
          title={messages.list}
          aside={
            <SegmentedControl
              aria-label={messages.which}
              data={kinds}
              value={shown}
              onChange={(queue) => setSearch({ queue }, { replace: true })}
            />
          }
        >
          {data !== undefined && <Warnings warnings={data.warnings} />}
          {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
          {data === undefined ? error === null && <Loading /> : <QueueTable kind={shown} queue={data} />}
        </Panel>
      </div>
    </>
  );
}
