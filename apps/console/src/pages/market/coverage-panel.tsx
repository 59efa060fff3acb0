import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useConsoleState } from '../../api/console-state';
import { DenseTable } from '../../parts/dense-table';
import { EmptyNote } from '../../parts/empty-note';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Panel } from '../../parts/page';
import { Warnings } from '../../parts/warnings';
import { NOTHING, useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { dataSetWords } from './data-set-words';
import { type Coverage, useCoverage } from './market-coverage';
import { marketWords } from './market-words';
import styles from './market.module.css';

/** Where the market comes from, from when to when it goes, and what each data set lacks. */
export function CoveragePanel(): ReactNode {
  const say = useWords(marketWords);
  const { data, error, refetch } = useCoverage();
  const sync = data?.sync ?? null;
  return (
    <Panel title={say.coverage} className={styles.coverage}>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data?.source === 'none' && <EmptyNote>{say.noMarket}</EmptyNote>}
      {data !== undefined && data.source !== 'none' && <Covered coverage={data} />}
      {sync !== null && (
        <p className={styles.note}>
          <Link href={`/market/syncs/${sync.id}`}>{say.followSync}</Link>
        </p>
      )}
    </Panel>
  );
}

function Covered({ coverage }: { coverage: Coverage }): ReactNode {
  const say = useWords(marketWords);
  const sayOf = useNameOf();
  const formats = useFormats();
  const { today } = useConsoleState();
  const { source, stocks, bars, from, to, dataSets, latestCompleteDay, provisionalDay, warnings } = coverage;
  const day = (value: string | null): string => formats.day(value, today);
  return (
    <>
      <Facts
        facts={[
          [say.source, source in say ? say[source] : source],
          [say.stocks, formats.count(stocks)],
          [say.bars, formats.count(bars)],
          [say.span, `${from ?? NOTHING} – ${to ?? NOTHING}`],
          [say.latestComplete, latestCompleteDay ?? NOTHING],
          ...(provisionalDay === null
            ? []
            : [
                [
                  say.provisionalDay,
                  <span key="day" title={say.provisionalHint}>{`${provisionalDay} ◔`}</span>,
                ] as const,
              ]),
        ]}
      />
      <Warnings warnings={warnings} />
      <DenseTable
        caption={say.dataSet}
        rows={dataSets}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', head: say.dataSet, cell: ({ name }) => <span title={name}>{sayOf(name)}</span> },
          { key: 'from', head: say.from, figure: true, wideOnly: true, cell: (set) => day(set.from) },
          { key: 'to', head: say.to, figure: true, cell: (set) => day(set.to) },
          { key: 'holes', head: say.holes, cell: ({ holes }) => <Holes days={holes} /> },
          {
            key: 'error',
            head: say.lastError,
            cell: ({ lastError }) =>
              lastError === null ? (
                NOTHING
              ) : (
                <span className={styles.error} title={lastError.message}>
                  ⚠ {sayOf(lastError.kind)}
                  <span className={styles.errorText}>{lastError.message}</span>
                </span>
              ),
          },
        ]}
      />
    </>
  );
}

/** Missing days as stretches, folded away where there are many. */
function Holes({ days }: { days: readonly string[] }): ReactNode {
  const say = useWords(marketWords);
  if (days.length === 0) return <span className={styles.quiet}>{say.noHoles}</span>;
  return (
    <details>
      <summary>{say.holesOf(days.length)}</summary>
      <span className={styles.days}>{days.join(' ')}</span>
    </details>
  );
}

function useNameOf(): (name: string) => string {
  const say: Readonly<Record<string, string>> = useWords(dataSetWords);
  return (name) => say[name] ?? name;
}
