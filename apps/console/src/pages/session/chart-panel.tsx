import { NativeSelect, SegmentedControl } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { toInvalidation, toMarks } from '../../chart/marks';
import { OverlayChoice } from '../../chart/overlay-choice';
import { usePanes } from '../../chart/panes/use-panes';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { defineMessages, useMessages } from '../../i18n/messages';
import { selectData, useScreenChoices } from '../screens/screen-choices';
import styles from './chart-panel.module.css';
import { ADJUSTS, PERIODS, type SessionAddress, SPANS } from './session-address';
import { DrawingBar } from './drawing-bar';
import type { SessionDetail } from './session-detail';
import { useScreenDays } from './screen-days';
import { useBars } from './stock-facts';
import { useChartDrawings } from './use-chart-drawings';

const StockChart = lazy(() =>
  import('../../chart/stock-chart').then(({ StockChart: component }) => ({ default: component })),
);

const messages = defineMessages({
  zh: {
    period: '周期',
    day: '日',
    week: '周',
    span: '范围',
    '6m': '半年',
    '1y': '1 年',
    '3y': '3 年',
    all: '全部',
    adjust: '复权',
    qfq: '前复权',
    none: '不复权',
    hfq: '后复权',
    chart: 'K 线',
    markScreen: '标记选股',
    markNone: '标记选股：无',
  },
  en: {
    period: 'Period',
    day: 'Day',
    week: 'Week',
    span: 'Span',
    '6m': '6 m',
    '1y': '1 y',
    '3y': '3 y',
    all: 'All',
    adjust: 'Adjustment',
    qfq: 'Forward-adjusted',
    none: 'As traded',
    hfq: 'Backward-adjusted',
    chart: 'K-line',
    markScreen: 'Mark a screen',
    markNone: 'Mark a screen: none',
  },
});

/** The stock's K-line with what the session's records say on it, and what is to be seen of it. */
export function ChartPanel({
  detail,
  address,
  onAddress,
  pointed,
  onHover,
  onDay,
}: {
  detail: SessionDetail;
  address: SessionAddress;
  onAddress: (changes: Partial<SessionAddress>) => void;
  /** The day of the row under the pointer. */
  pointed: string | null;
  onHover: (day: string | null) => void;
  /** A day, or a week by its last open day as the records name it. */
  onDay: (day: string) => void;
}): ReactNode {
  const t = useMessages(messages);
  const { session } = detail;
  const { period, span, adjust, overlays } = address;
  const bars = useBars(session.code, period, adjust);
  const found = useScreenDays(session.code, bars, address.screen);
  const marks = useMemo(() => toMarks(detail), [detail]);
  const entry = useMemo(
    () => ({ day: session.entryDate, price: session.entryClosePrice }),
    [session.entryDate, session.entryClosePrice],
  );
  const invalidation = useMemo(() => toInvalidation(session), [session]);
  const shows = new Set(overlays);
  const panes = usePanes(overlays);
  const drawings = useChartDrawings(session.id, session.status === 'open');
  // A week is named by its last bar's day on the chart, by its last open day in the records.
  const bar = pointed === null ? undefined : bars.find(({ tradeDate }) => tradeDate >= pointed);
  const highlighted = pointed === null ? null : ((bar ?? bars.at(-1))?.tradeDate ?? null);
  return (
    <section className={styles.panel} aria-label={t.chart}>
      <ChartBar address={address} onAddress={onAddress} />
      {found.error !== null && <FailureNote error={found.error} onRetry={found.retry} />}
      <div className={styles.drawable}>
        {session.status === 'open' && <DrawingBar {...drawings} />}
        <div className={styles.chart} data-panes={panes.length}>
          <Suspense fallback={<Loading rows={6} />}>
            <StockChart
              code={session.code}
              period={period}
              span={span}
              adjust={adjust}
              entry={entry}
              groundVolumeDay={session.lowestVolumeTradeDate}
              hits={found.hits}
              {...(shows.has('phases') ? { phases: marks.phases } : {})}
              {...(shows.has('ranges') ? { ranges: marks.ranges, letters: marks.letters, invalidation } : {})}
              {...(shows.has('events') ? { events: marks.events } : {})}
              chips={shows.has('chips')}
              averages={shows.has('averages')}
              strength={shows.has('strength')}
              panes={panes}
              drawings={drawings}
              highlightedDay={highlighted}
              onDayHover={onHover}
              onDayClick={(day) => onDay(bars.find(({ tradeDate }) => tradeDate === day)?.weekEndDate ?? day)}
            />
          </Suspense>
        </div>
      </div>
    </section>
  );
}

/** The period, span, adjustment, overlays and marked screen of the chart. */
function ChartBar({
  address: { period, span, adjust, overlays, screen },
  onAddress,
}: {
  address: SessionAddress;
  onAddress: (changes: Partial<SessionAddress>) => void;
}): ReactNode {
  const t = useMessages(messages);
  // What picks the best of a day's market does not say it of one stock.
  const screens = useScreenChoices(({ needs }) => !needs.market);
  return (
    <div className={styles.bar}>
      <SegmentedControl
        aria-label={t.period}
        value={period}
        onChange={(chosen) => onAddress({ period: chosen })}
        data={PERIODS.map((value) => ({ value, label: t[value] }))}
      />
      <SegmentedControl
        aria-label={t.span}
        value={span}
        onChange={(chosen) => onAddress({ span: chosen })}
        data={SPANS.map((value) => ({ value, label: t[value] }))}
      />
      <NativeSelect
        aria-label={t.adjust}
        value={adjust}
        onChange={({ currentTarget: { value } }) => onAddress({ adjust: ADJUSTS.find((a) => a === value) ?? 'qfq' })}
        data={ADJUSTS.map((value) => ({ value, label: t[value] }))}
      />
      <OverlayChoice
        className={styles.overlays}
        chosen={overlays}
        onChoose={(chosen) => onAddress({ overlays: chosen })}
      />
      <NativeSelect
        aria-label={t.markScreen}
        className={styles.screens ?? ''}
        value={screen ?? ''}
        data={selectData(screens, t.markNone, screen ?? '')}
        onChange={({ currentTarget: { value } }) => onAddress({ screen: value === '' ? null : value })}
      />
    </div>
  );
}
