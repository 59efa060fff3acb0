import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { api, dataOf, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useEventStream } from '../../live/streams';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { todayWords } from './today-words';
import styles from './today.module.css';

const LOOK_AGAIN_MS = 30_000;
const LATEST = 20;
const ENDS = ['completed', 'failed', 'cancelled'];

/** How far the work by the clock is: the market's sync, today's drains, a scan. */
export function NightlyWork(): ReactNode {
  const say = useWords(todayWords);
  return (
    <section className={styles.night} aria-label={say.night}>
      <h2>{say.night}</h2>
      <Sync />
      <Drains />
      <Scan />
    </section>
  );
}

function Sync(): ReactNode {
  const say = useWords(todayWords);
  const formats = useFormats();
  const { today } = useConsoleState();
  const { data } = useQuery({
    queryKey: ['coverage'],
    queryFn: () => dataOf(api.GET('/api/market/coverage')),
    refetchInterval: LOOK_AGAIN_MS,
  });
  if (data === undefined) return null;
  const { sync, latestCompleteDay } = data;
  return (
    <span className={styles.nightItem}>
      <Link href="/market">{say.sync}</Link>
      {sync !== null && (
        <>
          <StatusWord status={sync.status} />
          <span className="figure">
            {sync.status === 'waiting'
              ? say.syncWaits
              : say.syncing(formats.count(sync.unitsDone), formats.count(sync.unitsTotal))}
          </span>
        </>
      )}
      <span className="figure" data-old={latestCompleteDay !== null && latestCompleteDay < today ? true : undefined}>
        {latestCompleteDay === null ? say.noCompleteDay : say.completeThrough(formats.day(latestCompleteDay, today))}
      </span>
    </span>
  );
}

function Drains(): ReactNode {
  const say = useWords(todayWords);
  const { today } = useConsoleState();
  const { data } = useQuery({
    queryKey: ['drains', { limit: LATEST }],
    queryFn: () => dataOf(api.GET('/api/stock-cycle/ai-fill-drains', { params: { query: { limit: LATEST } } })),
    refetchInterval: LOOK_AGAIN_MS,
  });
  if (data === undefined) return null;
  const ofToday = data.drains.filter((drain) => drain.today === today || drain.finishedAt === null);
  return (['daily', 'weekly'] as const).map((kind) => {
    const drain = ofToday.find((one) => one.kind === kind);
    return (
      <span key={kind} className={styles.nightItem}>
        <Link href="/ai">{kind === 'daily' ? say.drainDaily : say.drainWeekly}</Link>
        {drain === undefined ? <span>{say.noDrain}</span> : <Drain drain={drain} />}
      </span>
    );
  });
}

function Drain({ drain }: { drain: Schemas['DrainResponse'] }): ReactNode {
  const say = useWords(todayWords);
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
      <Progress
        label={drain.kind === 'daily' ? say.drainDaily : say.drainWeekly}
        done={drain.done}
        total={drain.total}
      />
    );
  }
  return (
    <>
      <StatusWord status={drain.status} />
      <span className="figure">
        {formats.count(drain.done)}/{formats.count(drain.total)}
      </span>
      {drain.failed > 0 && <span className={`figure ${styles.failed}`}>⚠ {say.drainFailed(drain.failed)}</span>}
    </>
  );
}

function Scan(): ReactNode {
  const say = useWords(todayWords);
  const { data } = useQuery({
    queryKey: ['scans', { limit: 1 }],
    queryFn: () => dataOf(api.GET('/api/stock-cycle/scans', { params: { query: { limit: 1 } } })),
    refetchInterval: (query) => (query.state.data?.scans[0]?.finishedAt === null ? 2000 : LOOK_AGAIN_MS),
  });
  if (data === undefined) return null;
  const scan = data.scans.find(({ finishedAt }) => finishedAt === null);
  return (
    <span className={styles.nightItem}>
      <Link href={scan === undefined ? '/scans' : `/scans/${scan.id}`}>{say.scan}</Link>
      {scan === undefined ? (
        <span>{say.scanIdle}</span>
      ) : (
        <Progress label={say.scan} done={scan.processedCount} total={scan.candidateCount}>
          <span className="figure">{say.hits(scan.matchedCount)}</span>
        </Progress>
      )}
    </span>
  );
}
