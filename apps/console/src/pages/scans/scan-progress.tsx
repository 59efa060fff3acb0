import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, readData } from '../../api/client';
import type { StreamState } from '../../live/streams';
import { CancelButton } from '../../parts/cancel-button';
import { LostStream } from '../../parts/lost-stream';
import { Progress } from '../../parts/progress';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import type { Scan } from './hit-list';
import { getPace } from './scan-stats';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';

const TICK_MS = 500;

/** How far a running scan is, whether its stream stands, and the way to stop it. */
export function ScanProgress({ scan, stream }: { scan: Scan; stream: StreamState }): ReactNode {
  const t = useMessages(scanMessages);
  const formats = useFormats();
  const pace = getPace(scan, useNow());
  return (
    <div className={styles.running}>
      <Progress label={t.progress} done={scan.processedCount} total={scan.candidateCount}>
        <span className="figure">{t.hits(formats.count(scan.matchedCount))}</span>
        <span className={`figure ${styles.quiet}`}>
          {pace === null
            ? t.waiting
            : `${t.speed(formats.count(pace.perSecond))} · ${t.rest(formats.duration(pace.restMs))}`}
        </span>
        <CancelScan id={scan.id} />
      </Progress>
      <LostStream stream={stream} describe={t.lost} />
    </div>
  );
}

function CancelScan({ id }: { id: number }): ReactNode {
  const messages = useMessages(scanMessages);
  const queries = useQueryClient();
  return (
    <CancelButton
      messages={messages}
      cancel={() => readData(api.DELETE('/api/stock-cycle/scans/{id}', { params: { path: { id } } }))}
      ended="scan_ended"
      onCancelled={(scan) => queries.setQueryData(['scans', id], scan)}
      onSettled={() => {
        void queries.invalidateQueries({ queryKey: ['scans', id], exact: true });
        void queries.invalidateQueries({ queryKey: ['scans', 'list'] });
      }}
    />
  );
}

/** The clock, read again twice a second. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
