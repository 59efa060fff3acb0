import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { Progress } from '../../parts/progress';
import { type Coverage, useCoverage } from '../market/market-coverage';
import { estimateRest, type FillMark } from './fill-estimate';
import { firstStepsMessages } from './first-steps-messages';
import styles from './today.module.css';

const IDLE_POLL_MS = 60_000;
/** A sync of some days ends before anybody has read about it. */
const LONG_UNITS = 30;

type Sync = Schemas['MarketSyncResponse'];

/** A long fill of the market: how far it is, when it ends, and what works already. */
export function FillProgress(): ReactNode {
  const { data: coverage, dataUpdatedAt } = useCoverage(IDLE_POLL_MS);
  const sync = coverage?.sync ?? null;
  if (coverage === undefined || sync === null || sync.unitsTotal < LONG_UNITS) return null;
  return <UnderWay key={sync.id} coverage={coverage} sync={sync} at={dataUpdatedAt} />;
}

/** @param at When the sync was read, in milliseconds since 1970. */
function UnderWay({ coverage, sync, at }: { coverage: Coverage; sync: Sync; at: number }): ReactNode {
  const t = useMessages(firstStepsMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const rest = useRest(sync, at);
  const { unitsDone, unitsTotal, resumeAt } = sync;
  return (
    <section className={styles.filling} aria-label={t.filling}>
      <Progress label={t.filling} done={unitsDone} total={unitsTotal}>
        <span>{t.filling}</span>
        {sync.status === 'waiting' && resumeAt !== null && <span>{t.waitsUntil(formats.instant(resumeAt))}</span>}
        {sync.status === 'running' && rest !== null && <span>{t.rest(formats.duration(rest))}</span>}
        <Link href={`/market/syncs/${sync.id}`}>{t.follow}</Link>
      </Progress>
      {coverage.from !== null && coverage.source !== 'demo' && (
        <p>
          {t.there(formats.day(coverage.from, today), formats.day(coverage.to, today))} {t.scanLater}
        </p>
      )}
    </section>
  );
}

/** Milliseconds that are left, by the pace since the page saw this fill first, or since it was seen to go on after a wait. */
function useRest({ status, unitsDone, unitsTotal }: Sync, at: number): number | null {
  const [marks, setMarks] = useState<{ first: FillMark; now: FillMark } | null>(null);
  if (status !== 'running') {
    if (marks !== null) setMarks(null);
    return null;
  }
  if (marks?.now.done !== unitsDone) {
    const now = { at, done: unitsDone };
    setMarks({ first: marks?.first ?? now, now });
  }
  return marks === null ? null : estimateRest(marks.first, marks.now, unitsTotal);
}
