import type { ReactNode } from 'react';
import { api, readData, type Schemas } from '../../../api/client';
import { useUser } from '../../../api/console-state';
import { useMorePages } from '../../../api/more-pages';
import type { Column } from '../../../parts/dense-table';
import { StatusWord } from '../../../parts/status-word';
import { useFormats } from '../../../i18n/formats';
import { useMessages } from '../../../i18n/messages';
import { aiMessages } from '../ai-messages';
import styles from '../ai.module.css';
import { WorkList } from '../work-list';
import { ReplayReport } from './replay-report';
import { replayMessages } from './replay-messages';
import { StartReplay } from './start-replay';

const PAGE = 20;
const WHILE_RUNNING_MS = 3000;

/** Replays: the form that starts one, the one that is open, and those before it. */
export function Replays({ replayId }: { replayId: number | null }): ReactNode {
  const messages = useMessages(replayMessages);
  const { role } = useUser();
  return (
    <div className={styles.stack}>
      {replayId !== null && <ReplayReport key={replayId} replayId={replayId} />}
      {replayId === null &&
        (role === 'admin' ? <StartReplay /> : <p className={styles.aside}>{messages.onlyAdministrators}</p>)}
      <ReplayList selected={replayId} />
    </div>
  );
}

function ReplayList({ selected }: { selected: number | null }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(replayMessages);
  const formats = useFormats();
  const list = useMorePages({
    queryKey: ['replays', 'list'],
    read: (offset) => readData(api.GET('/api/stock-cycle/ai-replays', { params: { query: { limit: PAGE, offset } } })),
    refetchMs: (pages) =>
      pages.some(({ replays }) => replays.some(({ finishedAt }) => finishedAt === null)) && WHILE_RUNNING_MS,
  });
  const columns: Column<Schemas['ReplayResponse']>[] = [
    { key: 'kind', head: t.kind, cell: ({ kind }) => (kind === 'weekly' ? t.weekly : t.daily) },
    { key: 'range', head: messages.range, numeric: true, cell: ({ from, to }) => `${from} – ${to}` },
    {
      key: 'stocks',
      head: messages.stocks,
      numeric: true,
      wideOnly: true,
      cell: ({ codes }) => formats.count(codes.length),
    },
    { key: 'models', head: messages.models, wideOnly: true, cell: ({ models }) => models.join(', ') },
    { key: 'state', head: messages.state, cell: ({ status }) => <StatusWord status={status} /> },
    {
      key: 'done',
      head: messages.done,
      numeric: true,
      cell: ({ judged, total }) => `${formats.count(judged)} / ${formats.count(total)}`,
    },
  ];
  return (
    <WorkList
      title={messages.replays}
      empty={messages.none}
      list={list}
      rows={list.pages?.flatMap((page) => page.replays)}
      when={messages.when}
      folder="/ai/replays"
      columns={columns}
      selected={selected}
    />
  );
}
