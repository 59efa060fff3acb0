import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { DenseTable } from '../../parts/dense-table';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { COST_DECIMALS } from './holding-form';
import { holdingsMessages } from './holdings-messages';
import styles from './holdings.module.css';

type Report = Schemas['PositionsImportResponse'];
type Change = Report['changes'][number];

/** What an import did, or would do: how many, which ones, and the rows that could not be read. */
export function ImportReport({ report }: { report: Report }): ReactNode {
  const t = useMessages(holdingsMessages);
  const formats = useFormats();
  const counts = [
    [report.dryRun ? t.wouldCreate : t.created, report.created],
    [report.dryRun ? t.wouldUpdate : t.updated, report.updated],
    [report.dryRun ? t.wouldRemove : t.removedCount, report.removed],
    [t.unchanged, report.unchanged],
    [t.duplicate, report.duplicate],
    [t.rejected, report.rejected.length],
  ] as const;
  return (
    <>
      <p role="status" className={styles.quiet}>
        {report.dryRun ? t.previewOf : `✓ ${t.importDone}`}
      </p>
      <dl className={styles.counts}>
        {counts.map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figure">{formats.count(count)}</dd>
          </div>
        ))}
      </dl>
      {report.changes.length > 0 && <Changes changes={report.changes} />}
      {report.changesLeftOut > 0 && (
        <p className={styles.quiet}>{t.changesLeftOut(formats.count(report.changesLeftOut))}</p>
      )}
      {report.rejected.length > 0 && (
        <DenseTable
          caption={t.rejected}
          rows={report.rejected}
          rowKey={({ line, reason }) => `${line} ${reason}`}
          columns={[
            { key: 'line', head: t.line, numeric: true, cell: ({ line }) => line },
            { key: 'reason', head: t.reason, cell: ({ reason }) => <span lang="en">{reason}</span> },
          ]}
        />
      )}
    </>
  );
}

function Changes({ changes }: { changes: readonly Change[] }): ReactNode {
  const t = useMessages(holdingsMessages);
  const formats = useFormats();
  const show = (state: Change['before']): string =>
    state === null ? NOTHING : t.state(formats.count(state.quantity), formats.decimal(state.avgCost, COST_DECIMALS));
  return (
    <DenseTable
      caption={t.changes}
      rows={changes}
      rowKey={({ code }) => code}
      columns={[
        {
          key: 'kind',
          head: t.kind,
          cell: ({ before, after }) =>
            before === null ? t.kind_created : after === null ? <b>− {t.kind_removed}</b> : t.kind_updated,
        },
        { key: 'code', head: t.code, cell: ({ code }) => <span className="code">{code}</span> },
        { key: 'name', head: t.name, cell: ({ stockName }) => stockName ?? <em>{t.unknownName}</em> },
        { key: 'before', head: t.before, numeric: true, cell: ({ before }) => show(before) },
        { key: 'after', head: t.after, numeric: true, cell: ({ after }) => show(after) },
      ]}
    />
  );
}
