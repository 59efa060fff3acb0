import { Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { type Column, DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Page, Panel } from '../../parts/page';
import { useSearchField } from '../../parts/search-field';
import { StatusWord, useStatusName } from '../../parts/status-word';
import { selectData, useScreenChoices, useScreenName } from '../screens/screen-choices';
import type { Study } from './study-figures';
import { StudyFigures } from './study-line';
import { useStudyList } from './study-queries';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

const STATUSES = [
  'queued',
  'running',
  'completed',
  'failed',
  'cancelled',
] as const satisfies readonly Study['status'][];

/** All studies, newest first, of one screen or of all. */
export function StudyList(): ReactNode {
  const t = useMessages(studiesMessages);
  const [search] = useSearchParams();
  const screen = search.get('screen') ?? '';
  const status = STATUSES.find((each) => each === search.get('status'));
  const { pages, total, error, again, more, hasNextPage, isFetchingNextPage } = useStudyList(screen, status);
  const shown = pages?.flatMap(({ studies }) => studies) ?? [];
  const formats = useFormats();
  return (
    <Page title={t.title} aside={<Link href="/screens">{t.toScreens}</Link>}>
      <StudyFilters screen={screen} status={status ?? ''} />
      <Panel>
        {error !== null && <FailureNote error={error} onRetry={again} />}
        {pages === undefined && error === null && <Loading rows={8} />}
        {pages !== undefined && shown.length === 0 && (
          <EmptyNote action={<Link href="/screens">{t.toScreens}</Link>}>
            {screen === '' && status === undefined ? t.noStudies : t.noneSuch}
          </EmptyNote>
        )}
        {shown.length > 0 && <StudyTable studies={shown} />}
        {hasNextPage && (
          <div className={styles.pager}>
            <Button variant="default" loading={isFetchingNextPage} onClick={more}>
              {t.more(formats.count(total - shown.length))}
            </Button>
          </div>
        )}
      </Panel>
    </Page>
  );
}

function StudyFilters({ screen, status }: { screen: string; status: string }): ReactNode {
  const t = useMessages(studiesMessages);
  const set = useSearchField();
  const choices = useScreenChoices();
  const nameOf = useStatusName();
  return (
    <div className={styles.filters}>
      <NativeSelect
        aria-label={t.screen}
        value={screen}
        data={selectData(choices, t.anyScreen, screen)}
        onChange={({ currentTarget }) => set('screen', currentTarget.value)}
      />
      <NativeSelect
        aria-label={t.status}
        value={status}
        data={[{ value: '', label: t.anyStatus }, ...STATUSES.map((value) => ({ value, label: nameOf(value) }))]}
        onChange={({ currentTarget }) => set('status', currentTarget.value)}
      />
    </div>
  );
}

function StudyTable({ studies }: { studies: readonly Study[] }): ReactNode {
  const t = useMessages(studiesMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const [, navigate] = useLocation();
  const columns: Column<Study>[] = [
    {
      key: 'screen',
      head: t.screen,
      cell: (study) => (
        <Link className={styles.stock} href={`/studies/${study.id}`} onClick={(event) => event.stopPropagation()}>
          <span className="figure">#{study.id}</span> <ScreenName id={study.screen.id} />
        </Link>
      ),
    },
    { key: 'status', head: t.status, wideOnly: true, cell: ({ status }) => <StatusWord status={status} /> },
    {
      key: 'span',
      head: t.span,
      wideOnly: true,
      cell: ({ from, to }) => (
        <span className="figure">
          {formats.day(from, today)} → {formats.day(to, today)}
        </span>
      ),
    },
    { key: 'result', head: t.result, cell: (study) => <StudyOutcome study={study} /> },
    {
      key: 'started',
      head: t.startedAt,
      wideOnly: true,
      cell: ({ startedBy, nightly, createdAt }) => (
        <span className={`figure ${styles.quiet}`}>
          {startedBy ?? (nightly ? t.nightly : t.commandLine)} · {formats.instant(createdAt)}
        </span>
      ),
    },
  ];
  return (
    <DenseTable
      caption={t.list}
      rows={studies}
      rowKey={({ id }) => id}
      columns={columns}
      onOpen={({ id }) => navigate(`/studies/${id}`)}
    />
  );
}

function ScreenName({ id }: { id: string }): ReactNode {
  return useScreenName(id);
}

/** The figures of a completed study; else how far it is, or that it has none. */
function StudyOutcome({ study }: { study: Study }): ReactNode {
  const formats = useFormats();
  if (study.status === 'completed') return <StudyFigures study={study} />;
  return (
    <span className={styles.quiet}>
      <StatusWord status={study.status} />
      {study.finishedAt === null && ` ${formats.percent(study.progress, 0)}`}
    </span>
  );
}
