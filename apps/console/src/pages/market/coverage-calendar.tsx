import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { api, readData } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { type CoverageMonth, coverageMonths, getAdjacentDay, type MarketDay, type Move } from './coverage-months';
import { useCoverage } from './market-coverage';
import { marketMessages } from './market-messages';
import styles from './coverage-calendar.module.css';

const MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

/** Each open day as a cell, a month a row: full, short, read too early, or not there; by pattern as well as by hue. */
export function CoverageCalendar(): ReactNode {
  const t = useMessages(marketMessages);
  const [parameters, setParameters] = useSearchParams();
  const year = /^\d{4}$/.exec(parameters.get('year') ?? '')?.[0] ?? '';
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['coverage', 'days', year],
    queryFn: () =>
      readData(
        api.GET('/api/market/days', {
          params: { query: year === '' ? {} : { from: `${year}-01-01`, to: `${year}-12-31` } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const choose = (chosen: string): void => {
    setParameters(chosen === '' ? {} : { year: chosen }, { replace: true });
  };
  return (
    <Panel
      title={t.calendar}
      className={styles.panel}
      aside={
        <NativeSelect
          aria-label={t.period}
          value={year}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
          data={[{ value: '', label: t.recent }, ...useYears(year)]}
        />
      }
    >
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={8} />}
      {data?.days.length === 0 && <EmptyNote>{t.nothingOpen}</EmptyNote>}
      {data !== undefined && data.days.length > 0 && (
        <div className={isPlaceholderData ? styles.old : ''}>
          <HeatMap days={data.days} />
        </div>
      )}
    </Panel>
  );
}

/** The years of the market, newest first. */
function useYears(chosen: string): string[] {
  const { today } = useConsoleState();
  const from = useCoverage().data?.from ?? today;
  const last = Number(today.slice(0, 4));
  const years = Array.from({ length: Math.max(1, last - Number(from.slice(0, 4)) + 1) }, (_, index) =>
    String(last - index),
  );
  return chosen === '' || years.includes(chosen) ? years : [...years, chosen];
}

function HeatMap({ days }: { days: readonly MarketDay[] }): ReactNode {
  const t = useMessages(marketMessages);
  const describe = useDescription();
  const months = coverageMonths(days);
  const grid = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<string>();
  const [stop, setStop] = useState<string>();
  const current = days.find(({ day }) => day === stop) ?? days.at(-1);
  const shown = days.find(({ day }) => day === pointed);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = MOVES[event.key];
    if (move === undefined || current === undefined) return;
    event.preventDefault();
    const next = getAdjacentDay(months, current.day, move);
    setStop(next);
    grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };
  return (
    <>
      <p className={styles.readout}>{shown === undefined ? t.pickDay : describe(shown)}</p>
      <div
        ref={grid}
        role="grid"
        aria-label={t.calendar}
        className={styles.grid}
        onKeyDown={onKeyDown}
        onMouseLeave={() => setPointed(undefined)}
      >
        {months.map((month) => (
          <div role="row" key={month.month} className={styles.month}>
            <span role="rowheader" className={styles.name}>
              {month.month}
            </span>
            <MonthCells month={month} stop={current?.day} onPoint={setPointed} onStop={setStop} describe={describe} />
          </div>
        ))}
      </div>
      <Legend />
      <details className={styles.twin}>
        <summary>{t.asTable}</summary>
        <DayTable days={days} />
      </details>
    </>
  );
}

function MonthCells({
  month: { month, days },
  stop,
  onPoint,
  onStop,
  describe,
}: {
  month: CoverageMonth;
  stop: string | undefined;
  onPoint: (day: string | undefined) => void;
  onStop: (day: string) => void;
  describe: (day: MarketDay) => string;
}): ReactNode {
  return days.map((day, index) =>
    day === undefined ? (
      <span key={`${month} ${index}`} role="gridcell" aria-hidden="true" className={styles.closed} />
    ) : (
      <span
        key={day.day}
        role="gridcell"
        data-day={day.day}
        data-state={day.state}
        data-level={getLevel(day)}
        className={styles.cell}
        aria-label={describe(day)}
        tabIndex={day.day === stop ? 0 : -1}
        onMouseEnter={() => onPoint(day.day)}
        onFocus={() => {
          onPoint(day.day);
          onStop(day.day);
        }}
        onBlur={() => onPoint(undefined)}
      />
    ),
  );
}

/** Four steps of how much is there: eyes tell no more apart. */
function getLevel({ share, state }: MarketDay): number {
  if (share === null) return state === 'empty' ? 0 : 3;
  if (share >= 0.95) return 3;
  return share >= 0.8 ? 2 : share > 0 ? 1 : 0;
}

function useDescription(): (day: MarketDay) => string {
  const t = useMessages(marketMessages);
  const formats = useFormats();
  return ({ day, bars, expected, share, state }) =>
    [
      day,
      t.barsOf(formats.count(bars), formats.count(expected)),
      ...(expected === null ? [t.expectedUnknown] : [formats.percent(share === null ? null : share * 100)]),
      t[state],
    ].join('  ');
}

function Legend(): ReactNode {
  const t = useMessages(marketMessages);
  return (
    <ul className={styles.legend}>
      {(['complete', 'incomplete', 'provisional', 'empty'] as const).map((state) => (
        <li key={state}>
          <span
            className={styles.cell}
            data-state={state}
            data-level={state === 'incomplete' ? 2 : 3}
            aria-hidden="true"
          />
          {t[state]}
        </li>
      ))}
    </ul>
  );
}

function DayTable({ days }: { days: readonly MarketDay[] }): ReactNode {
  const t = useMessages(marketMessages);
  const formats = useFormats();
  return (
    <div className={styles.table}>
      <DenseTable
        caption={t.calendar}
        rows={[...days].reverse()}
        rowKey={({ day }) => day}
        columns={[
          { key: 'day', head: t.day, cell: ({ day }) => <span className="figure">{day}</span> },
          { key: 'bars', head: t.arrived, numeric: true, cell: ({ bars }) => formats.count(bars) },
          { key: 'expected', head: t.expected, numeric: true, cell: ({ expected }) => formats.count(expected) },
          {
            key: 'share',
            head: t.share,
            numeric: true,
            cell: ({ share }) => formats.percent(share === null ? null : share * 100),
          },
          { key: 'state', head: t.state, cell: ({ state }) => t[state] },
        ]}
      />
    </div>
  );
}
