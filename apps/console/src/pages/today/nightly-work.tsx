import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useEventStream } from '../../live/streams';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { useCoverage } from '../market/market-coverage';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { todayMessages } from './today-messages';
import styles from './today.module.css';

const POLL_MS = 30_000;
const LATEST = 20;
const ENDS = ['completed', 'failed', 'cancelled'];

/** How far the work by the clock is: the market's sync, today's drains, a scan. */
export function NightlyWork(): ReactNode {
  const t = useMessages(todayMessages);
  return (
    <section className={styles.night} aria-label={t.night}>
      <h2>{t.night}</h2>
      <Sync />
      <Drains />
      <Scan />
    </section>
  );
}

function Sync(): ReactNode {
  const t = useMessages(todayMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const { data } = useCoverage(POLL_MS);
  if (data === undefined) return null;
  const { sync, latestCompleteDay } = data;
  return (
    <span className={styles.nightItem}>
      <Link href="/market">{t.sync}</Link>
      {sync !== null && (
        <>
          <StatusWord status={sync.status} />
          <span className="figure">
            {sync.status === 'waiting'
              ? t.syncWaits
              : t.syncing(formats.count(sync.unitsDone), formats.count(sync.unitsTotal))}
          </span>
        </>
      )}
      <span className="figure" data-old={latestCompleteDay !== null && latestCompleteDay < today ? true : undefined}>
        {latestCompleteDay === null ? t.noCompleteDay : t.completeThrough(formats.day(latestCompleteDay, today))}
      </span>
    </span>
  );
}

function Drains(): ReactNode {
  const t = useMessages(todayMessages);
  const { today } = useConsoleState();
  const { data } = useQuery({
    queryKey: ['drains', { limit: LATEST }],
    queryFn: () => readData(api.GET('/api/stock-cycle/ai-fill-drains', { params: { query: { limit: LATEST } } })),
    refetchInterval: POLL_MS,
  });
  if (data === undefined) return null;
  const ofToday = data.drains.filter((drain) => drain.today === today || drain.finishedAt === null);
  return (['daily', 'weekly'] as const).map((kind) => {
    const drain = ofToday.find((one) => one.kind === kind);
    return (
      <span key={kind} className={styles.nightItem}>
        <Link href="/ai">{kind === 'daily' ? t.drainDaily : t.drainWeekly}</Link>
        {drain === undefined ? <span>{t.noDrain}</span> : <Drain drain={drain} />}
      </span>
    );
  });
}

function Drain({ drain }: { drain: Schemas['DrainResponse'] }): ReactNode {
  const t = useMessages(todayMessages);
  const formats = useFormats();
  const queries = useQueryClient();
  const running = drain.finishedAt === null;
  const reread = (): void => {
    for (const queryKey of [['drains'], ['queues'], ['auto-close']]) void queries.invalidateQueries({ queryKey });
  };
  useEventStream<Schemas['DrainResponse']>(running ? `/api/stock-cycle/ai-fill-drains/${drain.id}/events` : null, {
    progress: ['progress'],
    ends: ENDS,
    onMessage: (state, event) => {
      queries.setQueryData<Schemas['DrainListResponse']>(['drains', { limit: LATEST }], (known) =>
        known === undefined
          ? known
          : { ...known, drains: known.drains.map((one) => (one.id === state.id ? state : one)) },
      );
      if (ENDS.includes(event)) reread();
    },
    onReturn: reread,
  });
  if (running) {
    return (
      <Progress label={drain.kind === 'daily' ? t.drainDaily : t.drainWeekly} done={drain.done} total={drain.total} />
    );
  }
  return (
    <>
      <StatusWord status={drain.status} />
      <span className="figure">
        {formats.count(drain.done)}/{formats.count(drain.total)}
      </span>
      {drain.failed > 0 && <span className={`figure ${styles.failed}`}>⚠ {t.drainFailed(drain.failed)}</span>}
    </>
  );
}

function Scan(): ReactNode {
  const t = useMessages(todayMessages);
  const { data } = useQuery({
    queryKey: ['scans', { limit: 1 }],
    queryFn: () => readData(api.GET('/api/stock-cycle/scans', { params: { query: { limit: 1 } } })),
    refetchInterval: (query) => (query.state.data?.scans[0]?.finishedAt === null ? 2000 : POLL_MS),
  });
  if (data === undefined) return null;
  const scan = data.scans.find(({ finishedAt }) => finishedAt === null);
  return (
    <span className={styles.nightItem}>
      <Link href={scan === undefined ? '/scans' : `/scans/${scan.id}`}>{t.scan}</Link>
      {scan === undefined ? (
        <span>{t.scanIdle}</span>
      ) : (
        <Progress label={t.scan} done={scan.processedCount} total={scan.candidateCount}>
          <span className="figure">{t.hits(scan.matchedCount)}</span>
        </Progress>
      )}
    </span>
  );
}
