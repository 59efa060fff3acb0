import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { useCapText } from './cap-messages';
import { getDuration } from './scan-stats';
import { SCANS_SHOWN, useScanList } from './scan-queries';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';

/** All scans, newest first. */
export function PastScans({ selected }: { selected: number | undefined }): ReactNode {
  const t = useMessages(scanMessages);
  const formats = useFormats();
  const { today } = useConsoleState();
  const capMessages = useCapText();
  const [offset, setOffset] = useState(0);
  const { data, error, refetch, isPlaceholderData } = useScanList(offset);
  return (
    <Panel title={t.past} className={styles.past}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data?.scans.length === 0 && <EmptyNote>{t.noScans}</EmptyNote>}
      <ul className={styles.pastList} data-old={isPlaceholderData || undefined}>
        {data?.scans.map((scan) => (
          <li key={scan.id}>
            <Link href={`/scans/${scan.id}`} aria-current={scan.id === selected ? 'page' : undefined}>
              <span className={styles.pastHead}>
                <b className="figure">#{scan.id}</b>
                <StatusWord status={scan.status} />
                <b className="figure">{t.hits(formats.count(scan.matchedCount))}</b>
              </span>
              <span className="figure">
                {formats.day(scan.startDate, today)} → {formats.day(scan.endDate, today)}
              </span>
              <span className="figure">{capMessages(scan)} </span>
              <span className={`figure ${styles.quiet}`}>
                {scan.startedBy ?? t.bySystem} · {formats.instant(scan.createdAt)}
                {scan.finishedAt !== null && ` · ${formats.duration(getDuration(scan))}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {data !== undefined && data.pagination.total > SCANS_SHOWN && (
        <div className={styles.pager}>
          <Button
            variant="default"
            disabled={offset === 0}
            onClick={() => setOffset(Math.max(0, offset - SCANS_SHOWN))}
          >
            {t.newer}
          </Button>
          <span className="figure">
            {t.page(offset + 1, offset + data.scans.length, formats.count(data.pagination.total))}
          </span>
          <Button variant="default" disabled={!data.pagination.hasMore} onClick={() => setOffset(offset + SCANS_SHOWN)}>
            {t.older}
          </Button>
        </div>
      )}
    </Panel>
  );
}
