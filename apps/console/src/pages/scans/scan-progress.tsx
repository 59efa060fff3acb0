import { Button, Group, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, readData } from '../../api/client';
import { Failure } from '../../api/failure';
import { useSecondsSince } from '../../live/seconds-since';
import type { StreamState } from '../../live/streams';
import { Progress } from '../../parts/progress';
import { useNotices } from '../../parts/undo';
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
      {stream.kind === 'lost' && <Lost since={stream.since} />}
    </div>
  );
}

function Lost({ since }: { since: number }): ReactNode {
  const t = useMessages(scanMessages);
  return (
    <p className={styles.caution} role="status">
      ⚠ {t.lost(useSecondsSince(since))}
    </p>
  );
}

function CancelScan({ id }: { id: number }): ReactNode {
  const t = useMessages(scanMessages);
  const notices = useNotices();
  const queries = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const cancel = useMutation({
    mutationFn: () => readData(api.DELETE('/api/stock-cycle/scans/{id}', { params: { path: { id } } })),
    onSuccess: (scan) => {
      queries.setQueryData(['scans', id], scan);
      notices.done(t.cancelled);
    },
    onError: (error) => {
      // It ended by itself in the meantime: what it came to is shown.
      if (!(error instanceof Failure && error.code === 'scan_ended')) notices.failed(error);
    },
    onSettled: () => {
      setConfirming(false);
      void queries.invalidateQueries({ queryKey: ['scans', id], exact: true });
      void queries.invalidateQueries({ queryKey: ['scans', 'list'] });
    },
  });
  return (
    <>
      <Button variant="default" size="compact-xs" onClick={() => setConfirming(true)}>
        {t.cancel}
      </Button>
      <Modal
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t.cancelAsk}
        closeButtonProps={{ 'aria-label': t.cancelNo }}
      >
        <p>{t.cancelText}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setConfirming(false)}>
            {t.cancelNo}
          </Button>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t.cancelYes}
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
