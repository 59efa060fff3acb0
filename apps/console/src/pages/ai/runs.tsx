import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useMorePages } from '../../api/more-pages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useSearchField } from '../../parts/search-field';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { aiMessages } from './ai-messages';
import { modelsQuery } from './models-query';
import styles from './ai.module.css';
import { RunDetail } from './run-detail';
import { RunOutcome } from './run-outcome';
import { runMessages } from './run-messages';

type Run = Schemas['AiRunSummaryResponse'];

const PAGE = 50;
const WHILE_RUNNING_MS = 5000;
const KINDS = ['daily', 'weekly', 'fundamental'] as const;

/** Every request to a model, newest first; one of them with its evidence next to the list. */
export function Runs({ runId }: { runId: number | null }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(runMessages);
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const list = useMorePages({
    queryKey: ['ai-runs', 'list', filter],
    read: (offset) =>
      readData(api.GET('/api/stock-cycle/ai-runs', { params: { query: { ...filter, limit: PAGE, offset } } })),
    refetchMs: (pages) =>
      pages.some(({ runs }) => runs.some(({ outcome }) => outcome === 'running')) && WHILE_RUNNING_MS,
  });
  const toHref = (id: number): string => `/ai/runs/${id}${search.size === 0 ? '' : `?${search.toString()}`}`;
  const columns = useRunColumns(toHref);
  const runs = list.pages?.flatMap((page) => page.runs);
  return (
    <div className={runId === null ? styles.one : styles.listAndDetail}>
      <Panel
        className={runId === null ? undefined : styles.listBeside}
        title={messages.list}
        aside={<Filters shown={runs?.length ?? 0} total={list.total} />}
      >
        {list.error !== null && <FailureNote error={list.error} onRetry={list.again} />}
        {runs === undefined ? (
          list.error === null && <Loading />
        ) : runs.length === 0 ? (
          <EmptyNote>{messages.none}</EmptyNote>
        ) : (
          <div className={list.isPlaceholderData ? styles.dimmed : undefined}>
            <DenseTable
              caption={messages.list}
              columns={columns}
              rows={runs}
              rowKey={({ id }) => id}
              selected={runId ?? undefined}
              onOpen={({ id }) => navigate(toHref(id))}
            />
          </div>
        )}
        {list.hasNextPage && (
          <Button variant="subtle" loading={list.isFetchingNextPage} onClick={list.more}>
            {t.more}
          </Button>
        )}
      </Panel>
      {runId !== null && <RunDetail key={runId} runId={runId} />}
    </div>
  );
}

function useRunColumns(hrefOf: (id: number) => string): Column<Run>[] {
  const t = useMessages(aiMessages);
  const messages = useMessages(runMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  return [
    {
      key: 'time',
      head: messages.time,
      cell: ({ id, createdAt }) => (
        <Link href={hrefOf(id)} className="figure" onClick={(event) => event.stopPropagation()}>
          {formats.instant(createdAt)}
        </Link>
      ),
    },
    { key: 'code', head: t.code, cell: ({ code }) => <span className="code">{code}</span> },
    { key: 'kind', head: t.kind, cell: ({ kind }) => t[kind] },
    { key: 'model', head: t.model, cell: ({ model }) => <span className="code">{model}</span> },
    { key: 'outcome', head: messages.outcome, cell: ({ outcome }) => <RunOutcome outcome={outcome} /> },
    {
      key: 'through',
      head: messages.through,
      numeric: true,
      wideOnly: true,
      cell: ({ dataThrough }) => formats.day(dataThrough, today),
    },
    {
      key: 'took',
      head: messages.took,
      numeric: true,
      wideOnly: true,
      cell: ({ durationMs }) => formats.duration(durationMs),
    },
    {
      key: 'tokens',
      head: messages.tokens,
      numeric: true,
      wideOnly: true,
      cell: (run) => formats.count(countTokens(run)),
    },
  ];
}

function Filters({ shown, total }: { shown: number; total: number }): ReactNode {
  const t = useMessages(aiMessages);
  const messages = useMessages(runMessages);
  const formats = useFormats();
  const [search, setSearch] = useSearchParams();
  const { data } = useQuery(modelsQuery);
  const { kind, model, session_id: session } = readFilter(search);
  const set = useSearchField();
  const known = data?.models.map((one) => one.model) ?? [];
  const models = model === undefined || known.includes(model) ? known : [...known, model];
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={t.kind}
        value={kind ?? ''}
        onChange={(event) => set('kind', event.currentTarget.value)}
        data={[{ value: '', label: `${t.kind}: ${t.all}` }, ...KINDS.map((one) => ({ value: one, label: t[one] }))]}
      />
      <NativeSelect
        aria-label={t.model}
        value={model ?? ''}
        onChange={(event) => set('model', event.currentTarget.value)}
        data={[{ value: '', label: `${t.model}: ${t.all}` }, ...models]}
      />
      {session !== undefined && <span>{messages.ofSession(String(session))}</span>}
      {(kind ?? model ?? session) !== undefined && (
        <Button variant="subtle" onClick={() => setSearch({}, { replace: true })}>
          {messages.clear}
        </Button>
      )}
      <span className={`figure ${styles.aside}`}>{t.shownOf(formats.count(shown), formats.count(total))}</span>
    </Group>
  );
}

interface RunFilter {
  kind?: Run['kind'];
  model?: string;
  session_id?: number;
}

function readFilter(search: URLSearchParams): RunFilter {
  const kind = KINDS.find((one) => one === search.get('kind'));
  const model = search.get('model');
  const session = Number(search.get('session_id'));
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(model === null || model === '' ? {} : { model }),
    ...(Number.isInteger(session) && session > 0 ? { session_id: session } : {}),
  };
}

function countTokens({ promptTokens, completionTokens }: Run): number | null {
  return promptTokens === null && completionTokens === null ? null : (promptTokens ?? 0) + (completionTokens ?? 0);
}
