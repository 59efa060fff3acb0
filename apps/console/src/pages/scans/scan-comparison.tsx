import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { compareScans, type LossReason } from './compare-scans';
import type { Hit, Scan } from './hit-list';
import { useOtherScanHits, useScanHits } from './scan-queries';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';

/** What has come and what has gone since another scan, and why. */
export function ScanComparison({
  scan,
  other,
  onClose,
}: {
  scan: Scan;
  other: number;
  onClose: () => void;
}): ReactNode {
  const t = useMessages(scanMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const hits = useScanHits(scan);
  const otherHits = useOtherScanHits(other);
  const error = hits.error ?? otherHits.error;
  const compared =
    hits.data === undefined || otherHits.data === undefined ? undefined : compareScans(scan, hits.data, otherHits.data);
  const because = (hit: Hit, reason: LossReason): string =>
    reason === 'outsideRange' ? t.outsideRange(formats.day(hit.entryDate, today)) : t[reason];
  return (
    <Panel
      title={t.compareTitle(other, scan.id)}
      aside={
        <Button variant="subtle" onClick={onClose}>
          {t.closeComparison}
        </Button>
      }
    >
      {error !== null && <FailureNote error={error} onRetry={() => void otherHits.refetch()} />}
      {error === null && compared === undefined && <Loading rows={2} />}
      {compared !== undefined && (
        <>
          <p className={styles.line}>{t.compared(compared.added.length, compared.lost.length, compared.kept)}</p>
          <div className={styles.compared}>
            <section>
              <h3>{t.added}</h3>
              {compared.added.length === 0 && <p className={styles.quiet}>{t.none}</p>}
              <ul>
                {compared.added.map((hit) => (
                  <li key={hit.code}>
                    <HitLink hit={hit} />
                  </li>
                ))}
              </ul>
            </section>
            <section>
              <h3>{t.lostHits}</h3>
              {compared.lost.length === 0 && <p className={styles.quiet}>{t.none}</p>}
              <ul>
                {compared.lost.map(({ hit, reason }) => (
                  <li key={hit.code}>
                    <HitLink hit={hit} /> <span className={styles.quiet}>{because(hit, reason)}</span>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </>
      )}
    </Panel>
  );
}

function HitLink({ hit }: { hit: Hit }): ReactNode {
  return (
    <Link href={`/sessions/${hit.sessionId}`}>
      <span className="code">{hit.code}</span> {hit.stockName}
    </Link>
  );
}
