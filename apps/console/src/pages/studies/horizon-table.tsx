import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { DenseTable } from '../../parts/dense-table';
import { directionOf, type StudyHorizon } from './study-figures';
import { studiesMessages } from './studies-messages';
import styles from './studies.module.css';

interface FigureRow {
  readonly name: string;
  readonly of: (horizon: StudyHorizon) => ReactNode;
}

/** The figures of a study, a horizon a column: a phone has the room for five. */
export function HorizonTable({ horizons }: { horizons: readonly StudyHorizon[] }): ReactNode {
  const t = useMessages(studiesMessages);
  const rows = useFigureRows();
  return (
    <div className={styles.horizons}>
      <DenseTable
        caption={t.horizons}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: 'figure', head: t.figure, cell: ({ name }) => <span className={styles.rowName}>{name}</span> },
          ...horizons.map((horizon) => ({
            key: String(horizon.horizon),
            head: (
              <span data-few={horizon.insufficient || undefined} className={styles.cell}>
                {t.days(horizon.horizon)}
                {horizon.insufficient && (
                  <span className={styles.few} title={t.fewWhy}>
                    {t.few}
                  </span>
                )}
              </span>
            ),
            numeric: true,
            cell: ({ of }: FigureRow) => (
              <span data-few={horizon.insufficient || undefined} className={styles.cell}>
                {of(horizon)}
              </span>
            ),
          })),
        ]}
      />
    </div>
  );
}

function useFigureRows(): readonly FigureRow[] {
  const t = useMessages(studiesMessages);
  const { count, percent, change } = useFormats();
  const range = (low: string, high: string): ReactNode => (
    <span className={styles.under}>
      {low.replace('%', '')} … {high}
    </span>
  );
  return [
    { name: t.n, of: ({ n }) => count(n) },
    { name: t.nEff, of: ({ nEff }) => count(nEff) },
    { name: t.pending, of: ({ pending }) => count(pending) },
    {
      name: t.meanExcess,
      of: (row) => (
        <>
          <span className={styles.excess} data-direction={directionOf(row)}>
            {change(row.meanExcessPct, 1)}
          </span>
          {range(change(row.meanExcessLowPct, 1), change(row.meanExcessHighPct, 1))}
        </>
      ),
    },
    { name: t.median, of: (row) => change(row.medianExcessPct, 1) },
    { name: t.overControls, of: (row) => change(row.meanOverControlsPct, 1) },
    { name: t.net, of: (row) => change(row.meanNetPct, 1) },
    {
      name: t.hitRate,
      of: (row) => (
        <>
          {percent(row.hitRatePct)}
          {range(percent(row.hitRateLowPct), percent(row.hitRateHighPct))}
        </>
      ),
    },
    { name: t.baseRate, of: (row) => percent(row.baseRatePct) },
    { name: t.winRate, of: (row) => percent(row.winRatePct) },
    { name: t.winBase, of: (row) => percent(row.winBasePct) },
    { name: t.worst5, of: (row) => change(row.worst5Pct, 1) },
    { name: t.mfe, of: (row) => change(row.meanMfePct, 1) },
    { name: t.mae, of: (row) => change(row.meanMaePct, 1) },
    { name: t.delayed, of: ({ delayedExits }) => count(delayedExits) },
    { name: t.randomP, of: ({ randomListP: p }) => percent(p === null ? null : p * 100) },
  ];
}
