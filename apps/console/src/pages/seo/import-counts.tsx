import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { downloadFile } from '../../api/download-file';
import { DenseTable } from '../../parts/dense-table';
import { Facts } from '../../parts/facts';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { useNotices } from '../../parts/undo';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import type { SeoImport } from './import-request';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

/** How an import stands: its stage while it runs, why it failed where it did. */
export function ImportProgressLine({ shown }: { shown: SeoImport }): ReactNode {
  const t = useMessages(seoMessages);
  const { progress, state, error } = shown;
  if (state === 'completed') return null;
  if (state === 'failed') {
    return <p className={styles.error} role="alert">{`⚠ ${t.failedImport}: ${error ?? NOTHING}`}</p>;
  }
  if (progress === null) {
    return (
      <p className={styles.hint} role="status">
        <StatusWord status={state} /> {t.waiting}
      </p>
    );
  }
  const stage = t[progress.stage];
  return (
    <Progress label={stage} done={Math.round(progress.fraction * 100)} total={100}>
      {stage}
    </Progress>
  );
}

/** What an import stored, or would store. */
export function ImportCounts({ shown }: { shown: SeoImport }): ReactNode {
  const t = useMessages(seoMessages);
  const formats = useFormats();
  const { report } = shown;
  if (report === null) return null;
  const named = (name: string): string =>
    report.dryRun ? `${t.wouldBe}${/[a-z]/i.test(name) ? ' ' : ''}${name}` : name;
  return (
    <Facts
      facts={[
        [t.kind, t[shown.kind]],
        [t.file, shown.fileName ?? NOTHING],
        [t.format, shown.format ?? NOTHING],
        [named(t.created), formats.count(report.created)],
        [named(t.updated), formats.count(report.updated)],
        [t.unchanged, formats.count(report.unchanged)],
        [t.duplicate, formats.count(report.duplicate)],
        [t.rejected, formats.count(report.rejectedTotal)],
        ...(report.deleted > 0 ? [[t.stayDeleted, formats.count(report.deleted)] as const] : []),
        ...report.warnings.map((warning) => [t.warning, t[warning]] as const),
      ]}
    />
  );
}

/** Rows that can't be read, with their lines and reasons, and all of them as a file. */
export function RejectedRows({ shown: { id, report } }: { shown: SeoImport }): ReactNode {
  const t = useMessages(seoMessages);
  const formats = useFormats();
  const { failed } = useNotices();
  if (report === null || report.rejectedTotal === 0) return null;
  const download = (): void => {
    downloadFile(`/api/admin/imports/${id}/rejected`, `import-${id}-rejected.csv`).catch(failed);
  };
  return (
    <>
      <div className={styles.actions}>
        <strong>{t.rejectedRows(formats.count(report.rejectedTotal))}</strong>
        <Button variant="default" onClick={download}>
          {t.downloadRejected}
        </Button>
        {report.rejected.length < report.rejectedTotal && (
          <span className={styles.hint}>{t.rejectedMore(formats.count(report.rejected.length))}</span>
        )}
      </div>
      <div className={styles.scroll}>
        <DenseTable
          caption={t.rejectedRows(formats.count(report.rejectedTotal))}
          rows={report.rejected}
          rowKey={({ line }) => line}
          columns={[
            { key: 'line', head: t.line, numeric: true, cell: ({ line }) => line },
            { key: 'reason', head: t.reason, cell: ({ reason }) => reason },
          ]}
        />
      </div>
    </>
  );
}
