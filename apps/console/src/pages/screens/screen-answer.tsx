import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useConsoleState } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { DayField } from '../../parts/day-field';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { MoreButton } from '../../parts/more-button';
import { Panel } from '../../parts/page';
import { TickedBar } from '../../parts/ticked-bar';
import { Warnings } from '../../parts/warnings';
import { type ComparedHit, compareDays, DAY_MARKS, type DayMark } from './compare-days';
import { useHitCursor } from './hit-cursor';
import { CopyHits, SaveHits } from './hit-files';
import { isHit } from './hit-rows';
import { HitTable } from './hit-table';
import { useOpenSessions } from './open-sessions';
import type { ScreenRequest } from './screen-draft';
import type { Screen } from './screen-list';
import { AT_ONCE, type ScreenRun, useAllHits, useScreenRun } from './screen-queries';
import { screensMessages } from './screens-messages';
import { useShownHits } from './shown-hits';
import styles from './screens.module.css';

interface AnswerProps {
  readonly screen: Screen;
  readonly request: ScreenRequest;
  /** Empty: none. */
  readonly comparedDay: string;
  readonly onCompare: (day: string) => void;
}

/** What came of a run. */
export function ScreenAnswer({ screen, request, comparedDay, onCompare }: AnswerProps): ReactNode {
  const t = useMessages(screensMessages);
  const run = useScreenRun(screen, request);
  const pages = run.data?.pages;
  const [first] = pages ?? [];
  return (
    <Panel
      title={first === undefined ? t.hits : t.hitsOn(first.asOf)}
      aside={run.isFetching && <span role="status">{t.running}</span>}
    >
      {run.error !== null && <FailureNote error={run.error} onRetry={() => void run.refetch()} />}
      {first === undefined && run.isFetching && <Loading rows={12} />}
      {first === undefined && !run.isFetching && run.error === null && <EmptyNote>{t.stopped}</EmptyNote>}
      {first !== undefined && pages !== undefined && (
        <div data-old={run.isPlaceholderData || undefined} className={styles.rows}>
          <RunFacts run={first} />
          <Hits
            {...{ screen, request, comparedDay, onCompare, pages, first }}
            more={run.hasNextPage ? () => void run.fetchNextPage() : undefined}
            isLoadingMore={run.isFetchingNextPage}
          />
        </div>
      )}
    </Panel>
  );
}

function RunFacts({ run }: { run: ScreenRun }): ReactNode {
  const t = useMessages(screensMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  return (
    <>
      <p className={`figure ${styles.facts}`}>
        <b>{t.matched(formats.count(run.matched), formats.count(run.evaluated))}</b>
        <span>{t.through(formats.day(run.dataThrough, today))}</span>
        <span>{t.version(run.screen.version)}</span>
        <span>{t.took(run.ms < 1000 ? `${run.ms} ms` : formats.duration(run.ms))}</span>
      </p>
      <Warnings warnings={run.warnings} />
    </>
  );
}

interface HitsProps extends AnswerProps {
  readonly pages: readonly ScreenRun[];
  readonly first: ScreenRun;
  readonly more: (() => void) | undefined;
  readonly isLoadingMore: boolean;
}

function Hits({ screen, request, comparedDay, onCompare, pages, first, more, isLoadingMore }: HitsProps): ReactNode {
  const t = useMessages(screensMessages);
  const formats = useFormats();
  const sessions = useOpenSessions(screen, request);
  const comparison = useComparison(screen, request, { asOf: first.asOf, comparedDay });
  const isCompared = comparison.hits !== undefined;
  const shown = useShownHits({ screen, request, pages, first }, comparison.shown, more);
  const { rows, total, sorting } = shown;
  const left = total - rows.length;
  const { cursor, setCursor, ticked, setTicked, tick, openTicked } = useHitCursor(rows, sessions.open);
  const files = { screen, request, asOf: first.asOf };
  return (
    <>
      <HitToolbar {...{ comparedDay, onCompare, comparison }}>
        <SaveHits {...files} order={sorting} />
        <CopyHits {...files} hits={ticked.size === 0 ? rows : rows.filter(({ code }) => ticked.has(code))} />
        <span className={`figure ${styles.quiet}`}>{t.shownOf(formats.count(rows.length), formats.count(total))}</span>
      </HitToolbar>
      {shown.error !== null && <FailureNote error={shown.error} />}
      {shown.isSorting && (
        <p className={styles.quiet} role="status">
          {t.running}
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyNote>{isCompared ? t.noneOfMark : t.noHits}</EmptyNote>
      ) : (
        <HitTable
          rows={rows}
          evidence={screen.evidence}
          asOf={first.asOf}
          compared={isCompared}
          {...{ sorting, ticked, cursor, onTick: tick, onCursor: setCursor }}
        />
      )}
      {left > 0 && shown.more !== undefined && (
        <MoreButton loading={isLoadingMore} onMore={shown.more}>
          {t.more(formats.count(Math.min(AT_ONCE, left)))}
        </MoreButton>
      )}
      <TickedBar
        count={ticked.size}
        words={t}
        onTickAll={() => setTicked(new Set(rows.filter(isHit).map(({ code }) => code)))}
        onClear={() => setTicked(new Set())}
      >
        <Button loading={sessions.busy} onClick={openTicked}>
          {t.openSessions}
        </Button>
      </TickedBar>
    </>
  );
}

interface Comparison {
  readonly mark: DayMark | 'all';
  readonly setMark: (mark: DayMark | 'all') => void;
  /** Undefined while none is asked for or there. */
  readonly hits: readonly ComparedHit[] | undefined;
  /** Those of the mark. */
  readonly shown: readonly ComparedHit[] | undefined;
  readonly otherDay: string | undefined;
  readonly isSameDay: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
}

/** The hits next to those of the same run on another day. */
function useComparison(
  screen: Screen,
  request: ScreenRequest,
  { asOf, comparedDay }: { asOf: string; comparedDay: string },
): Comparison {
  const [mark, setMark] = useState<DayMark | 'all'>('all');
  const isSameDay = comparedDay === asOf;
  const wanted = comparedDay !== '' && !isSameDay;
  const own = useAllHits(screen, wanted ? { ...request, as_of: asOf } : undefined);
  const other = useAllHits(screen, wanted ? { ...request, as_of: comparedDay } : undefined);
  const hits =
    wanted && own.data !== undefined && other.data !== undefined
      ? compareDays(own.data.hits, other.data.hits)
      : undefined;
  return {
    ...{ mark, setMark, hits, isSameDay },
    shown: mark === 'all' ? hits : hits?.filter((hit) => hit.mark === mark),
    otherDay: other.data?.asOf,
    isLoading: wanted && (own.isFetching || other.isFetching),
    error: own.error ?? other.error,
  };
}

/** The day to compare with, what to show of it, and the hits as files. */
function HitToolbar({
  comparedDay,
  onCompare,
  comparison: { mark, setMark, hits, isSameDay, isLoading, error, otherDay },
  children,
}: Pick<AnswerProps, 'comparedDay' | 'onCompare'> & { comparison: Comparison; children: ReactNode }): ReactNode {
  const t = useMessages(screensMessages);
  const { today } = useConsoleState();
  const count = (kind: DayMark): number => hits?.filter((hit) => hit.mark === kind).length ?? 0;
  return (
    <>
      <div className={styles.toolbar}>
        <DayField label={t.compareWith} value={comparedDay} max={today} openOnly onDay={onCompare} />
        {hits !== undefined && (
          <SegmentedControl
            aria-label={t.markHead}
            value={mark}
            onChange={setMark}
            data={(['all', ...DAY_MARKS] as const).map((value) => ({
              value,
              label: value === 'all' ? t.all : `${t[value]} ${count(value)}`,
            }))}
          />
        )}
        {children}
      </div>
      {error !== null && <FailureNote error={error} />}
      {isSameDay && <p className={styles.quiet}>{t.sameDay}</p>}
      {isLoading && (
        <p className={styles.quiet} role="status">
          {t.running}
        </p>
      )}
      {hits !== undefined && otherDay !== undefined && (
        <p className={styles.quiet} role="status">
          {t.comparedOn(count('added'), count('kept'), count('gone'), otherDay)}
        </p>
      )}
    </>
  );
}
