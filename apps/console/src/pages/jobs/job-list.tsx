import { Button, Group, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { useUser } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { useMorePages } from '../../api/more-pages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote, useFailureSentence } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { StatusWord, useStatusName } from '../../parts/status-word';
import { useSearchField } from '../../parts/search-field';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { JOB_NAMES, type JobName, useJobNames } from './job-names';
import { JobProgress } from './job-progress';
import styles from './jobs.module.css';
import { jobsMessages } from './jobs-messages';

export type ListedJob = Schemas['ListedJobResponse'];
type JobState = ListedJob['state'];

const STATES: readonly JobState[] = ['queued', 'running', 'completed', 'failed', 'cancelled'];
const PAGE = 50;
const BUSY_MS = 2000;
const QUIET_MS = 15_000;

/** Jobs, newest first; looked at again soon while one of them goes on. */
export function JobList(): ReactNode {
  const t = useMessages(jobsMessages);
  const formats = useFormats();
  const nameOf = useJobNames();
  const { role } = useUser();
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const list = useMorePages({
    queryKey: ['jobs', 'list', filter],
    read: (offset) => readData(api.GET('/api/jobs', { params: { query: { ...filter, limit: PAGE, offset } } })),
    refetchMs: (pages) => (pages.some(({ jobs }) => jobs.some(goesOn)) ? BUSY_MS : QUIET_MS),
  });
  const open = (id: number): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.set('job', String(id));
      return next;
    });
  const columns: Column<ListedJob>[] = [
    {
      key: 'id',
      head: t.id,
      numeric: true,
      cell: ({ id }) => (
        <Link href={toHref(search, id)} aria-label={t.open(id)} onClick={(event) => event.stopPropagation()}>
          {id}
        </Link>
      ),
    },
    { key: 'name', head: t.name, cell: ({ name }) => nameOf(name) },
    {
      key: 'state',
      head: t.state,
      cell: (job) => (
        <>
          <StatusWord status={job.state} />
          <JobProgress job={job} label={nameOf(job.name)} />
        </>
      ),
    },
    { key: 'when', head: t.when, numeric: true, cell: ({ createdAt }) => formats.instant(createdAt) },
    { key: 'took', head: t.took, numeric: true, wideOnly: true, cell: (job) => formats.duration(tookMs(job)) },
    { key: 'attempts', head: t.attempts, numeric: true, wideOnly: true, cell: ({ attempts }) => attempts },
    { key: 'who', head: t.who, wideOnly: true, cell: ({ startedBy }) => startedBy ?? t.program },
    {
      key: 'error',
      head: t.error,
      wideOnly: true,
      cell: (job) => job.error !== null && <JobFault job={job} />,
    },
  ];
  const jobs = list.pages?.flatMap((page) => page.jobs);
  const filtered = Object.keys(filter).length > 0;
  return (
    <Panel aside={<Filters filter={filter} filtered={filtered} shown={jobs?.length ?? 0} total={list.total} />}>
      {list.error !== null && <FailureNote error={list.error} onRetry={list.again} />}
      {jobs === undefined ? (
        list.error === null && <Loading />
      ) : jobs.length === 0 ? (
        <EmptyNote>{filtered || role === 'admin' ? t.none : t.noneOwn}</EmptyNote>
      ) : (
        <div className={list.isPlaceholderData ? styles.dimmed : undefined}>
          <DenseTable
            caption={t.list}
            columns={columns}
            rows={jobs}
            rowKey={({ id }) => id}
            selected={Number(search.get('job'))}
            onOpen={({ id }) => open(id)}
          />
        </div>
      )}
      {list.hasNextPage && (
        <Button variant="subtle" loading={list.isFetchingNextPage} onClick={list.more}>
          {t.more}
        </Button>
      )}
    </Panel>
  );
}

function JobFault({ job }: { job: ListedJob }): ReactNode {
  return <span className={styles.error}>{useFailureSentence()(Failure.ofJob(job))}</span>;
}

/** How long it has run, or ran; null if it waits. */
export function tookMs({ startedAt, finishedAt }: Pick<ListedJob, 'startedAt' | 'finishedAt'>): number | null {
  return startedAt === null || finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt);
}

function goesOn({ state }: ListedJob): boolean {
  return state === 'queued' || state === 'running';
}

function toHref(search: URLSearchParams, id: number): string {
  const query = new URLSearchParams(search);
  query.set('job', String(id));
  return `/jobs?${query.toString()}`;
}

interface FilterLine {
  filter: { state?: JobState; name?: JobName };
  filtered: boolean;
  shown: number;
  total: number;
}

function Filters({ filter, filtered, shown, total }: FilterLine): ReactNode {
  const t = useMessages(jobsMessages);
  const formats = useFormats();
  const nameOf = useJobNames();
  const stateName = useStatusName();
  const [, setSearch] = useSearchParams();
  const set = useSearchField();
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={t.state}
        value={filter.state ?? ''}
        onChange={(event) => set('state', event.currentTarget.value)}
        data={[{ value: '', label: t.any }, ...STATES.map((value) => ({ value, label: stateName(value) }))]}
      />
      <NativeSelect
        aria-label={t.name}
        value={filter.name ?? ''}
        onChange={(event) => set('name', event.currentTarget.value)}
        data={[{ value: '', label: t.anyName }, ...JOB_NAMES.map((value) => ({ value, label: nameOf(value) }))]}
      />
      {filtered && (
        <Button variant="subtle" onClick={() => setSearch({}, { replace: true })}>
          {t.clear}
        </Button>
      )}
      <span className={`figure ${styles.aside}`}>{t.shownOf(formats.count(shown), formats.count(total))}</span>
    </Group>
  );
}

function readFilter(search: URLSearchParams): FilterLine['filter'] {
  const state = STATES.find((one) => one === search.get('state'));
  const name = JOB_NAMES.find((one) => one === search.get('name'));
  return { ...(state === undefined ? {} : { state }), ...(name === undefined ? {} : { name }) };
}
