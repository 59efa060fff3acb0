import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../api/client';
import { useConsoleState } from '../api/console-state';
import { useEventName } from '../api/vocabulary';
import { barsQuery } from '../chart/chart-bars';
import { toMarks } from '../chart/marks';
import { useShortcuts } from '../keys/shortcuts';
import { Change } from '../parts/change';
import { FailureNote } from '../parts/failure-note';
import { Loading } from '../parts/loading';
import { PhaseChip } from '../parts/phase-chip';
import { usePreferences } from '../preferences/preferences';
import { useValueOrigins } from '../provenance/value-origins';
import { Provenance } from '../provenance/provenance';
import { useFormats } from '../i18n/formats';
import { defineMessages, useMessages } from '../i18n/messages';
import { type NewestRecord, newestRecords } from './newest-records';
import { sessionDetailOptions } from './session-detail-options';
import styles from './session-preview.module.css';

const StockChart = lazy(() => import('../chart/stock-chart').then(({ StockChart }) => ({ default: StockChart })));

const REST_MS = 60;
const RECORDS_SHOWN = 3;

const messages = defineMessages({
  zh: {
    preview: '预览',
    open: '打开这个跟踪',
    vsEntry: '较入场',
    priority: (value: number) => `优先 ${value}`,
    review: (day: string) => `复核 ${day}`,
    closed: '已关闭',
    period: '周期',
    day: '日',
    week: '周',
    daily: '日记录',
    weekly: '周记录',
    byAi: 'AI',
    byHand: '人工',
    records: '最近记录',
    noRecords: '还没有记录。',
  },
  en: {
    preview: 'Preview',
    open: 'Open this session',
    vsEntry: 'vs entry',
    priority: (value) => `Priority ${value}`,
    review: (day) => `Review ${day}`,
    closed: 'Closed',
    period: 'Period',
    day: 'Day',
    week: 'Week',
    daily: 'Day',
    weekly: 'Week',
    byAi: 'AI',
    byHand: 'by hand',
    records: 'Newest records',
    noRecords: 'No records yet.',
  },
});

/** One session next to a list: its head line, the K-line with marks, its newest records. Follows `sessionId` after 60 ms of rest. */
export function SessionPreview({ sessionId }: { readonly sessionId: number }): ReactNode {
  const t = useMessages(messages);
  const [rested] = useDebouncedValue(sessionId, REST_MS);
  const [period, setPeriod] = useState<'day' | 'week'>('day');
  const { data, error, refetch } = useQuery(sessionDetailOptions(rested));
  const bars = useQuery({ ...barsQuery(data?.session.code ?? '', period), enabled: data !== undefined });
  // The session before stays, dimmed, until the next one is there with its bars: title and chart are always of one stock.
  const [shown, setShown] = useState<Schemas['SessionDetailResponse']>();
  if (data !== undefined && data !== shown && (bars.data !== undefined || bars.error !== null)) setShown(data);
  useShortcuts(t.preview, [
    { keys: ['d'], does: t.day, run: () => setPeriod('day') },
    { keys: ['w'], does: t.week, run: () => setPeriod('week') },
  ]);
  if (shown === undefined) {
    return (
      <section className={styles.preview} aria-label={t.preview}>
        {error === null ? <Loading rows={8} /> : <FailureNote error={error} onRetry={() => void refetch()} />}
      </section>
    );
  }
  const late = shown.session.id !== sessionId && error === null;
  return (
    <section
      className={styles.preview}
      aria-label={t.preview}
      aria-busy={late}
      data-late={late || undefined}
      data-session={shown.session.id}
    >
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      <Head session={shown.session}>
        <span className={styles.periods} role="group" aria-label={t.period}>
          {(['day', 'week'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={one === period} onClick={() => setPeriod(one)}>
              {t[one]}
            </button>
          ))}
        </span>
      </Head>
      <Chart detail={shown} period={period} />
      <Records detail={shown} />
    </section>
  );
}

function Head({
  session,
  children,
}: {
  session: Schemas['SessionDetailResponse']['session'];
  children: ReactNode;
}): ReactNode {
  const t = useMessages(messages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const origins = useValueOrigins();
  const { nextReviewAt, status } = session;
  return (
    <div className={styles.head}>
      <h2>
        <Link href={`/sessions/${session.id}`} title={t.open}>
          <span className="code">{session.code}</span> {session.stockName}
        </Link>
      </h2>
      <Provenance lines={origins.close(session)}>
        <span className={`figure ${styles.price}`}>{formats.price(session.latestClose)}</span>
      </Provenance>
      <span>
        <span className={styles.quiet}>{t.vsEntry}</span>{' '}
        <Provenance lines={origins.versusEntry(session)}>
          <Change percent={session.closeVsEntryPct} />
        </Provenance>
      </span>
      <PhaseChip phase={session.currentPrimaryPhase} />
      <span className={styles.quiet}>{t.priority(session.priority)}</span>
      {nextReviewAt !== null && (
        <span className={nextReviewAt <= today && status === 'open' ? styles.due : styles.quiet}>
          {t.review(formats.day(nextReviewAt, today))}
        </span>
      )}
      {status === 'closed' && <span className={styles.quiet}>{t.closed}</span>}
      <span className={styles.spring} />
      {children}
    </div>
  );
}

function Chart({ detail, period }: { detail: Schemas['SessionDetailResponse']; period: 'day' | 'week' }): ReactNode {
  const { session } = detail;
  const marks = useMemo(() => toMarks(detail), [detail]);
  const { entryDate, entryClosePrice } = session;
  const { overlays } = usePreferences();
  const entry = useMemo(() => ({ day: entryDate, price: entryClosePrice }), [entryDate, entryClosePrice]);
  return (
    <div className={styles.chart}>
      <Suspense fallback={<Loading rows={6} />}>
        <StockChart
          code={session.code}
          period={period}
          span={period === 'day' ? '6m' : '1y'}
          entry={entry}
          phases={marks.phases}
          events={marks.events}
          groundVolumeDay={session.lowestVolumeTradeDate}
          chips
          averages={overlays.includes('averages')}
        />
      </Suspense>
    </div>
  );
}

function Records({ detail }: { detail: Schemas['SessionDetailResponse'] }): ReactNode {
  const t = useMessages(messages);
  const records = newestRecords(detail, RECORDS_SHOWN);
  if (records.length === 0) return <p className={styles.quiet}>{t.noRecords}</p>;
  return (
    <ul className={styles.records} aria-label={t.records} tabIndex={0}>
      {records.map((record) => (
        <RecordLine key={record.key} record={record} />
      ))}
    </ul>
  );
}

function RecordLine({ record }: { record: NewestRecord }): ReactNode {
  const t = useMessages(messages);
  const formats = useFormats();
  const eventName = useEventName();
  const { today } = useConsoleState();
  return (
    <li>
      <div className={styles.line}>
        <span className="figure" title={record.day}>
          {formats.day(record.day, today)}
        </span>
        <span className={styles.quiet}>
          {record.kind === 'day' ? t.daily : t.weekly} · {record.origin === 'ai' ? t.byAi : t.byHand}
        </span>
        <PhaseChip phase={record.phase} />
        {record.events.map((event) => (
          <span key={event} className={styles.event} title={eventName(event)}>
            {event}
          </span>
        ))}
      </div>
      {record.note !== null && <p className={styles.note}>{record.note}</p>}
    </li>
  );
}
