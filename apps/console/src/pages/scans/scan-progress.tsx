import { Button, Group, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, dataOf } from '../../api/client';
import { Failure } from '../../api/failure';
import { useSecondsSince } from '../../live/seconds-since';
import type { StreamState } from '../../live/streams';
import { Progress } from '../../parts/progress';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import type { Scan } from './hit-list';
import { paceOf } from './scan-figures';
import { scanWords } from './scan-words';
import styles from './scans.module.css';

const TICK_MS = 500;

/** How far a running scan is, whether its stream stands, and the way to stop it. */
export function ScanProgress({ scan, stream }: { scan: Scan; stream: StreamState }): ReactNode {
  const say = useWords(scanWords);
  const formats = useFormats();
  const pace = paceOf(scan, useNow());
  return (
    <div className={styles.running}>
      <Progress label={say.progress} done={scan.processedCount} total={scan.candidateCount}>
        <span className="figure">{say.hits(formats.count(scan.matchedCount))}</span>
        <span className={`figure ${styles.quiet}`}>
          {pace === null
            ? say.waiting
            : `${say.speed(formats.count(pace.perSecond))} · ${say.rest(formats.duration(pace.restMs))}`}
        </span>
        <CancelScan id={scan.id} />
      </Progress>
      {stream.kind === 'lost' && <Lost since={stream.since} />}
    </div>
  );
}

function Lost({ since }: { since: number }): ReactNode {
  const say = useWords(scanWords);
  return (
    <p className={styles.caution} role="status">
      ⚠ {say.lost(useSecondsSince(since))}
    </p>
  );
}

function CancelScan({ id }: { id: number }): ReactNode {
  const say = useWords(scanWords);
  const notices = useNotices();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/stock-cycle/scans/{id}', { params: { path: { id } } })),
    onSuccess: (scan) => {
      queries.setQueryData(['scans', id], scan);
      notices.done(say.cancelled);
    },
    onError: (error) => {
      // It ended by itself in the meantime: what it came to is shown.
      if (!(error instanceof Failure && error.code === 'scan_ended')) notices.failed(error);
    },
    onSettled: () => {
      setAsking(false);
      void queries.invalidateQueries({ queryKey: ['scans', id], exact: true });
      void queries.invalidateQueries({ queryKey: ['scans', 'list'] });
    },
  });
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setAsking(true)}>
        {say.cancel}
      </Button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={say.cancelAsk}
        closeButtonProps={{ 'aria-label': say.cancelNo }}
      >
        <p>{say.cancelText}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setAsking(false)}>
            {say.cancelNo}
          </Button>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {say.cancelYes}
          </Button>
        </Group>
      </Modal>
    </>
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
