import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { StatusWord } from '../../parts/status-word';
import { Warnings } from '../../parts/warnings';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { useCapWords } from './cap-words';
import type { Scan } from './hit-list';
import { draftOf, type ScanDraft } from './scan-draft';
import { ScanComparison } from './scan-comparison';
import { durationOf, notLowestOf } from './scan-figures';
import { ScanHits } from './scan-hits';
import { useScan } from './scan-queries';
import { ScanProgress } from './scan-progress';
import { scanWords } from './scan-words';
import styles from './scans.module.css';

/** One scan from its start to its hits. */
export function ScanPanel({ id, onAgain }: { id: number; onAgain: (draft: ScanDraft) => void }): ReactNode {
  const say = useWords(scanWords);
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
            {say.scanNumber(id)} <StatusWord status={scan.status} />
          </span>
        }
        aside={
          <Button variant="default" onClick={() => onAgain(draftOf(scan))}>
            {say.again}
          </Button>
        }
      >
        <ScanFacts scan={scan} />
        {scan.finishedAt === null && <ScanProgress scan={scan} stream={stream} />}
        {scan.interruptions > 0 && <p className={styles.line}>↻ {say.interrupted(scan.interruptions)}</p>}
        {scan.error !== null && <FailureNote error={new Error(say.failed(scan.error))} />}
        <Warnings warnings={scan.warnings} />
        <details className={styles.options}>
          <summary>{say.rules}</summary>
          <p className={styles.line}>{say.rulesText(scan.startDate, scan.endDate, scan.tradingDays)}</p>
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
  const say = useWords(scanWords);
  const formats = useFormats();
  const { options, persist } = scan;
  const caps = useCapWords()(scan);
  const asked = [
    say.range(scan.startDate, scan.endDate, scan.tradingDays),
    ...(caps === undefined ? [] : [caps]),
    ...(options.volumeBasis === 'raw' ? [] : [say.shares_adjusted]),
    ...(options.excludeLocked ? [say.excludeLocked] : []),
    ...(options.excludeSt ? [say.excludeSt] : []),
    ...(options.minPriorBars === 0 ? [] : [say.minBarsNote(options.minPriorBars)]),
    ...(options.capTolerancePct === 0 ? [] : [say.toleranceNote(options.capTolerancePct)]),
    ...(options.skipClosedDays === 0 ? [] : [say.skipClosedNote(options.skipClosedDays)]),
    scan.startedBy === null ? say.bySystem : say.by(scan.startedBy),
    formats.instant(scan.createdAt),
  ];
  const skipped = persist.excludedLimitUp + persist.skippedShortHistory;
  const came = [
    say.summary(
      formats.count(scan.candidateCount),
      formats.count(scan.matchedCount),
      formats.count(persist.created),
      formats.count(persist.alreadyOpen),
    ),
    ...(persist.closedBefore === 0 ? [] : [say.closedBefore(formats.count(persist.closedBefore))]),
    say.skipped(
      formats.count(skipped),
      formats.count(persist.skippedShortHistory),
      formats.count(persist.excludedLimitUp),
    ),
    say.notLowest(formats.count(notLowestOf(scan))),
    ...(scan.breadth === null ? [] : [say.breadth(formats.percent(scan.breadth * 100, 2))]),
    ...(scan.finishedAt === null ? [] : [say.took(formats.duration(durationOf(scan)))]),
  ];
  return (
    <>
      <p className={styles.line}>{asked.join(' · ')}</p>
      {scan.processedCount > 0 && <p className={styles.line}>{came.join(' · ')}</p>}
    </>
  );
}
