import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../../api/client';
import { useUser } from '../../../api/console-state';
import { useMorePages } from '../../../api/more-pages';
import type { Column } from '../../../parts/dense-table';
import { StatusWord } from '../../../parts/status-word';
import { useFormats } from '../../../words/formats';
import { useWords } from '../../../words/words';
import { aiWords } from '../ai-words';
import styles from '../ai.module.css';
import { WorkList } from '../work-list';
import { ReplayReport } from './replay-report';
import { replayWords } from './replay-words';
import { StartReplay } from './start-replay';

const PAGE = 20;
const WHILE_RUNNING_MS = 3000;

/** Replays: the form that starts one, the one that is open, and those before it. */
export function Replays({ replayId }: { replayId: number | null }): ReactNode {
  const words = useWords(replayWords);
  const { role } = useUser();
  return (
    <div className={styles.stack}>
      {replayId !== null && <ReplayReport key={replayId} replayId={replayId} />}
      {replayId === null &&
        (role === 'admin' ? <StartReplay /> : <p className={styles.aside}>{words.onlyAdministrators}</p>)}
      <ReplayList selected={replayId} />
    </div>
  );
}

function ReplayList({ selected }: { selected: number | null }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(replayWords);
  const formats = useFormats();
  const list = useMorePages({
    queryKey: ['replays', 'list'],
    read: (offset) => dataOf(api.GET('/api/stock-cycle/ai-replays', { params: { query: { limit: PAGE, offset } } })),
    refetchMs: (pages) =>
      pages.some(({ replays }) => replays.some(({ finishedAt }) => finishedAt === null)) && WHILE_RUNNING_MS,
  });
  const columns: Column<Schemas['ReplayResponse']>[] = [
    { key: 'kind', head: say.kind, cell: ({ kind }) => (kind === 'weekly' ? say.weekly : say.daily) },
    { key: 'range', head: words.range, figure: true, cell: ({ from, to }) => `${from} – ${to}` },
    {
      key: 'stocks',
      head: words.stocks,
      figure: true,
      wideOnly: true,
      cell: ({ codes }) => formats.count(codes.length),
    },
    { key: 'models', head: words.models, wideOnly: true, cell: ({ models }) => models.join(', ') },
    { key: 'state', head: words.state, cell: ({ status }) => <StatusWord status={status} /> },
    {
      key: 'done',
      head: words.done,
      figure: true,
      cell: ({ judged, total }) => `${formats.count(judged)} / ${formats.count(total)}`,
    },
  ];
  return (
    <WorkList
      title={words.replays}
      empty={words.none}
      list={list}
      rows={list.pages?.flatMap((page) => page.replays)}
      when={words.when}
      folder="/ai/replays"
      columns={columns}
      selected={selected}
    />
  );
}
