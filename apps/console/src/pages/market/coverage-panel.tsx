import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { Warnings } from '../../parts/warnings';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { dataSetMessages } from './data-set-messages';
import { type Coverage, useCoverage } from './market-coverage';
import { marketMessages } from './market-messages';
import styles from './market.module.css';

/** Where the market comes from, from when to when it goes, and what each data set lacks. */
export function CoveragePanel(): ReactNode {
  const t = useMessages(marketMessages);
  const { data, error, refetch } = useCoverage();
  const sync = data?.sync ?? null;
  return (
    <Panel title={t.coverage} className={styles.coverage}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data?.source === 'none' && <EmptyNote>{t.noMarket}</EmptyNote>}
      {data !== undefined && data.source !== 'none' && <Covered coverage={data} />}
      {sync !== null && (
        <p className={styles.note}>
          <Link href={`/market/syncs/${sync.id}`}>{t.followSync}</Link>
        </p>
      )}
    </Panel>
  );
}

function Covered({ coverage }: { coverage: Coverage }): ReactNode {
  const t = useMessages(marketMessages);
  const getName = useDataSetName();
  const formats = useFormats();
  const { source, stocks, bars, from, to, dataSets, latestCompleteDay, provisionalDay, warnings } = coverage;
  return (
    <>
      <Facts
        facts={[
          [t.source, source in t ? t[source] : source],
          [t.stocks, formats.count(stocks)],
          [t.bars, formats.count(bars)],
          [t.span, `${from ?? NOTHING} – ${to ?? NOTHING}`],
          [t.latestComplete, latestCompleteDay ?? NOTHING],
          ...(provisionalDay === null
            ? []
            : [[t.provisionalDay, <span key="day" title={t.provisionalHint}>{`${provisionalDay} ◔`}</span>] as const]),
        ]}
      />
      <Warnings warnings={warnings} />
      <DenseTable
        caption={t.dataSet}
        rows={dataSets}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', head: t.dataSet, cell: ({ name }) => <span title={name}>{getName(name)}</span> },
          { key: 'from', head: t.from, numeric: true, wideOnly: true, cell: (set) => set.from ?? NOTHING },
          { key: 'to', head: t.to, numeric: true, cell: (set) => set.to ?? NOTHING },
          { key: 'holes', head: t.holes, cell: ({ holes }) => <Holes days={holes} /> },
          {
            key: 'error',
            head: t.lastError,
            cell: ({ lastError }) =>
              lastError === null ? (
                NOTHING
              ) : (
                <span className={styles.error} title={lastError.message}>
                  ⚠ {getName(lastError.kind)}
                  <span className={styles.errorText}>{lastError.message}</span>
                </span>
              ),
          },
        ]}
      />
    </>
  );
}

/** Missing days as stretches, folded away if there are many. */
function Holes({ days }: { days: readonly string[] }): ReactNode {
  const t = useMessages(marketMessages);
  if (days.length === 0) return <span className={styles.quiet}>{t.noHoles}</span>;
  return (
    <details>
      <summary>{t.holesOf(days.length)}</summary>
      <span className={styles.days}>{days.join(' ')}</span>
    </details>
  );
}

function useDataSetName(): (name: string) => string {
  const t: Readonly<Record<string, string>> = useMessages(dataSetMessages);
  return (name) => t[name] ?? name;
}
