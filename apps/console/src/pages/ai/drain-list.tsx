import type { ReactNode } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { useMorePages } from '../../api/more-pages';
import type { Column } from '../../parts/dense-table';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { TellMe } from '../notifications/tell-me';
import { aiMessages } from './ai-messages';
import { drainMessages } from './drain-messages';
import { WorkList } from './work-list';

type Drain = Schemas['DrainResponse'];

const PAGE = 20;
const WHILE_RUNNING_MS = 5000;

/** Drains before now, newest first. */
export function DrainList({ selected }: { selected: number | null }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(drainMessages);
  const formats = useFormats();
  const list = useMorePages({
    queryKey: ['drains', 'list'],
    read: (offset) =>
      readData(api.GET('/api/stock-cycle/ai-fill-drains', { params: { query: { limit: PAGE, offset } } })),
    refetchMs: (pages) =>
      pages.some(({ drains }) => drains.some(({ finishedAt }) => finishedAt === null)) && WHILE_RUNNING_MS,
  });
  const columns: Column<Drain>[] = [
    { key: 'kind', head: t.kind, cell: ({ kind }) => t[kind] },
    {
      key: 'origin',
      head: messages.origin,
      wideOnly: true,
      cell: ({ origin, startedBy }) => (origin === 'schedule' ? messages.schedule : messages.manual(startedBy ?? '')),
    },
    { key: 'state', head: messages.state, cell: ({ status }) => <StatusWord status={status} /> },
    {
      key: 'sessions',
      head: messages.sessions,
      numeric: true,
      cell: ({ filled, total }) => `${formats.count(filled)} / ${formats.count(total)}`,
    },
    {
      key: 'records',
      head: messages.records,
      numeric: true,
      wideOnly: true,
      cell: ({ generated, overwritten }) => formats.count(generated + overwritten),
    },
    {
      key: 'took',
      head: messages.took,
      numeric: true,
      wideOnly: true,
      cell: ({ startedAt, finishedAt }) => formats.duration(millisecondsBetween(startedAt, finishedAt)),
    },
  ];
  return (
    <WorkList
      title={messages.drains}
      aside={<TellMe thing={{ kind: 'drains' }} />}
      empty={messages.none}
      list={list}
      rows={list.pages?.flatMap((page) => page.drains)}
      when={messages.when}
      folder="/ai/drains"
      columns={columns}
      selected={selected}
    />
  );
}

/** null if one of them is not there yet. */
export function millisecondsBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Date.parse(to) - Date.parse(from);
}
