import type { ReactNode } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { useMorePages } from '../../api/more-pages';
import type { Column } from '../../parts/dense-table';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { aiWords } from './ai-words';
import { drainWords } from './drain-words';
import { WorkList } from './work-list';

type Drain = Schemas['DrainResponse'];

const PAGE = 20;
const WHILE_RUNNING_MS = 5000;

/** Drains before now, newest first. */
export function DrainList({ selected }: { selected: number | null }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(drainWords);
  const formats = useFormats();
  const list = useMorePages({
    queryKey: ['drains', 'list'],
    read: (offset) =>
      dataOf(api.GET('/api/stock-cycle/ai-fill-drains', { params: { query: { limit: PAGE, offset } } })),
    refetchMs: (pages) =>
      pages.some(({ drains }) => drains.some(({ finishedAt }) => finishedAt === null)) && WHILE_RUNNING_MS,
  });
  const columns: Column<Drain>[] = [
    { key: 'kind', head: say.kind, cell: ({ kind }) => say[kind] },
    {
      key: 'origin',
      head: words.origin,
      wideOnly: true,
      cell: ({ origin, startedBy }) => (origin === 'schedule' ? words.schedule : words.manual(startedBy ?? '')),
    },
    { key: 'state', head: words.state, cell: ({ status }) => <StatusWord status={status} /> },
    {
      key: 'sessions',
      head: words.sessions,
      figure: true,
      cell: ({ filled, total }) => `${formats.count(filled)} / ${formats.count(total)}`,
    },
    {
      key: 'records',
      head: words.records,
      figure: true,
      wideOnly: true,
      cell: ({ generated, overwritten }) => formats.count(generated + overwritten),
    },
    {
      key: 'took',
      head: words.took,
      figure: true,
      wideOnly: true,
      cell: ({ startedAt, finishedAt }) => formats.duration(millisecondsBetween(startedAt, finishedAt)),
    },
  ];
  return (
    <WorkList
      title={words.drains}
      empty={words.none}
      list={list}
      rows={list.pages?.flatMap((page) => page.drains)}
      when={words.when}
      folder="/ai/drains"
      columns={columns}
      selected={selected}
    />
  );
}

/** null where one of them is not there yet. */
export function millisecondsBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Date.parse(to) - Date.parse(from);
}
