import { Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { api, dataOf, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useMorePages } from '../../api/more-pages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useSearchField } from '../../parts/search-field';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { aiWords } from './ai-words';
import { modelsQuery } from './models-query';
import styles from './ai.module.css';
import { RunDetail } from './run-detail';
import { RunOutcome } from './run-outcome';
import { runWords } from './run-words';

type Run = Schemas['AiRunSummaryResponse'];

const PAGE = 50;
const WHILE_RUNNING_MS = 5000;
const KINDS = ['daily', 'weekly', 'fundamental'] as const;

/** Every question to a model, newest first; one of them with its evidence beside the list. */
export function Runs({ runId }: { runId: number | null }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(runWords);
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const filter = filterOf(search);
  const list = useMorePages({
    queryKey: ['ai-runs', 'list', filter],
    read: (offset) =>
      dataOf(api.GET('/api/stock-cycle/ai-runs', { params: { query: { ...filter, limit: PAGE, offset } } })),
    refetchMs: (pages) =>
      pages.some(({ runs }) => runs.some(({ outcome }) => outcome === 'running')) && WHILE_RUNNING_MS,
  });
  const hrefOf = (id: number): string => `/ai/runs/${id}${search.size === 0 ? '' : `?${search.toString()}`}`;
  const columns = useRunColumns(hrefOf);
  const runs = list.pages?.flatMap((page) => page.runs);
  return (
    <div className={runId === null ? styles.one : styles.listAndDetail}>
      <Panel
        className={runId === null ? undefined : styles.listBeside}
        title={words.list}
        aside={<Filters shown={runs?.length ?? 0} total={list.total} />}
      >
        {list.error !== null && <FailureNote error={list.error} onRetry={list.again} />}
        {runs === undefined ? (
          list.error === null && <Loading />
        ) : runs.length === 0 ? (
          <EmptyNote>{words.none}</EmptyNote>
        ) : (
          <div className={list.isPlaceholderData ? styles.dimmed : undefined}>
            <DenseTable
              caption={words.list}
              columns={columns}
              rows={runs}
              rowKey={({ id }) => id}
              selected={runId ?? undefined}
              onOpen={({ id }) => navigate(hrefOf(id))}
            />
          </div>
        )}
        {list.hasNextPage && (
          <Button variant="subtle" loading={list.isFetchingNextPage} onClick={list.more}>
            {say.more}
          </Button>
        )}
      </Panel>
      {runId !== null && <RunDetail key={runId} runId={runId} />}
    </div>
  );
}

function useRunColumns(hrefOf: (id: number) => string): Column<Run>[] {
  const say = useWords(aiWords);
  const words = useWords(runWords);
  const formats = useFormats();
  const { today } = useConsoleState();
  return [
    {
      key: 'time',
      head: words.time,
      cell: ({ id, createdAt }) => (
        <Link href={hrefOf(id)} className="figure" onClick={(event) => event.stopPropagation()}>
          {formats.instant(createdAt)}
        </Link>
      ),
    },
    { key: 'code', head: say.code, cell: ({ code }) => <span className="code">{code}</span> },
    { key: 'kind', head: say.kind, cell: ({ kind }) => say[kind] },
    { key: 'model', head: say.model, cell: ({ model }) => <span className="code">{model}</span> },
    { key: 'outcome', head: words.outcome, cell: ({ outcome }) => <RunOutcome outcome={outcome} /> },
    {
      key: 'through',
      head: words.through,
      figure: true,
      wideOnly: true,
      cell: ({ dataThrough }) => formats.day(dataThrough, today),
    },
    {
      key: 'took',
      head: words.took,
      figure: true,
      wideOnly: true,
      cell: ({ durationMs }) => formats.duration(durationMs),
    },
    { key: 'tokens', head: words.tokens, figure: true, wideOnly: true, cell: (run) => formats.count(tokensOf(run)) },
  ];
}

function Filters({ shown, total }: { shown: number; total: number }): ReactNode {
  const say = useWords(aiWords);
  const words = useWords(runWords);
  const formats = useFormats();
  const [search, setSearch] = useSearchParams();
  const { data } = useQuery(modelsQuery);
  const { kind, model, session_id: session } = filterOf(search);
  const set = useSearchField();
  const known = data?.models.map((one) => one.model) ?? [];
  const models = model === undefined || known.includes(model) ? known : [...known, model];
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={say.kind}
        value={kind ?? ''}
        onChange={(event) => set('kind', event.currentTarget.value)}
        data={[
          { value: '', label: `${say.kind}: ${say.all}` },
          ...KINDS.map((one) => ({ value: one, label: say[one] })),
        ]}
      />
      <NativeSelect
        aria-label={say.model}
        value={model ?? ''}
        onChange={(event) => set('model', event.currentTarget.value)}
        data={[{ value: '', label: `${say.model}: ${say.all}` }, ...models]}
      />
      {session !== undefined && <span>{words.ofSession(String(session))}</span>}
      {(kind ?? model ?? session) !== undefined && (
        <Button variant="subtle" onClick={() => setSearch({}, { replace: true })}>
          {words.clear}
        </Button>
      )}
      <span className={`figure ${styles.aside}`}>{say.shownOf(formats.count(shown), formats.count(total))}</span>
    </Group>
  );
}

interface RunFilter {
  kind?: Run['kind'];
  model?: string;
  session_id?: number;
}

function filterOf(search: URLSearchParams): RunFilter {
  const kind = KINDS.find((one) => one === search.get('kind'));
  const model = search.get('model');
  const session = Number(search.get('session_id'));
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(model === null || model === '' ? {} : { model }),
    ...(Number.isInteger(session) && session > 0 ? { session_id: session } : {}),
  };
}

function tokensOf({ promptTokens, completionTokens }: Run): number | null {
  return promptTokens === null && completionTokens === null ? null : (promptTokens ?? 0) + (completionTokens ?? 0);
}
