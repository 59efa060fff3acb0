import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { StatusWord } from '../../parts/status-word';
import { Warnings } from '../../parts/warnings';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { useCapText } from './cap-messages';
import type { Scan } from './hit-list';
import { toDraft, type ScanDraft } from './scan-draft';
import { ScanComparison } from './scan-comparison';
import { getDuration, countNotLowest } from './scan-stats';
import { ScanHits } from './scan-hits';
import { useScan } from './scan-queries';
import { ScanProgress } from './scan-progress';
import { scanMessages } from './scan-messages';
import styles from './scans.module.css';

/** One scan from its start to its hits. */
export function ScanPanel({ id, onAgain }: { id: number; onAgain: (draft: ScanDraft) => void }): ReactNode {
  const t = useMessages(scanMessages);
  const [search, setSearch] = useSearchParams();
  const {
    scan: { data: scan, error, refetch },
    stream,
  } = useScan(id);
  if (scan === undefined) {
    return <Panel>{error === null ? <Loading /> : <FailureNote error={error} onRetry={() => void refetch()} />}</Panel>;
  }
  const other = Number(search.get('compare') ?? '');
  const compareWith = (to: number | null): void => {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (to === null) next.delete('compare');
        else next.set('compare', String(to));
        return next;
      },
      { replace: true },
    );
  };
  return (
    <>
      <Panel
        title={
          <span className={styles.title}>
            {t.scanNumber(id)} <StatusWord status={scan.status} />
          </span>
        }
        aside={
          <Button variant="default" onClick={() => onAgain(toDraft(scan))}>
            {t.again}
          </Button>
        }
      >
        <ScanFacts scan={scan} />
        {scan.finishedAt === null && <ScanProgress scan={scan} stream={stream} />}
        {scan.interruptions > 0 && <p className={styles.line}>↻ {t.interrupted(scan.interruptions)}</p>}
        {scan.error !== null && <FailureNote error={new Error(t.failed(scan.error))} />}
        <Warnings warnings={scan.warnings} />
        <details className={styles.options}>
          <summary>{t.rules}</summary>
          <p className={styles.line}>{t.rulesText(scan.startDate, scan.endDate, scan.tradingDays)}</p>
        </details>
      </Panel>
      {Number.isSafeInteger(other) && other > 0 && other !== id && (
        <ScanComparison key={other} scan={scan} other={other} onClose={() => compareWith(null)} />
      )}
      <ScanHits scan={scan} compared={other} onCompare={compareWith} />
    </>
  );
}

/** What was asked, and what came of it. */
function ScanFacts({ scan }: { scan: Scan }): ReactNode {
  const t = useMessages(scanMessages);
  const formats = useFormats();
  const { options, persist } = scan;
  const caps = useCapText()(scan);
  const asked = [
    t.range(scan.startDate, scan.endDate, scan.tradingDays),
    ...(caps === undefined ? [] : [caps]),
    ...(options.volumeBasis === 'raw' ? [] : [t.shares_adjusted]),
    ...(options.excludeLocked ? [t.excludeLocked] : []),
    ...(options.excludeSt ? [t.excludeSt] : []),
    ...(options.minPriorBars === 0 ? [] : [t.minBarsNote(options.minPriorBars)]),
    ...(options.capTolerancePct === 0 ? [] : [t.toleranceNote(options.capTolerancePct)]),
    ...(options.skipClosedDays === 0 ? [] : [t.skipClosedNote(options.skipClosedDays)]),
    scan.startedBy === null ? t.bySystem : t.by(scan.startedBy),
    formats.instant(scan.createdAt),
  ];
  const skipped = persist.excludedLimitUp + persist.skippedShortHistory;
  const came = [
    t.summary(
      formats.count(scan.candidateCount),
      formats.count(scan.matchedCount),
      formats.count(persist.created),
      formats.count(persist.alreadyOpen),
    ),
    ...(persist.closedBefore === 0 ? [] : [t.closedBefore(formats.count(persist.closedBefore))]),
    t.skipped(
      formats.count(skipped),
      formats.count(persist.skippedShortHistory),
      formats.count(persist.excludedLimitUp),
    ),
    t.notLowest(formats.count(countNotLowest(scan))),
    ...(scan.breadth === null ? [] : [t.breadth(formats.percent(scan.breadth * 100, 2))]),
    ...(scan.finishedAt === null ? [] : [t.took(formats.duration(getDuration(scan)))]),
  ];
  return (
    <>
      <p className={styles.line}>{asked.join(' · ')}</p>
      {scan.processedCount > 0 && <p className={styles.line}>{came.join(' · ')}</p>}
    </>
  );
}
