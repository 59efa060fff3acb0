import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { downloadFile } from '../../api/download-file';
import { DenseTable } from '../../parts/dense-table';
import { Facts } from '../../parts/facts';
import { Progress } from '../../parts/progress';
import { StatusWord } from '../../parts/status-word';
import { useNotices } from '../../parts/undo';
import { NOTHING, useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import type { SeoImport } from './import-request';
import { seoWords } from './seo-words';
import styles from './seo.module.css';

/** How an import stands: its stage while it runs, why it failed where it did. */
export function ImportProgressLine({ shown }: { shown: SeoImport }): ReactNode {
  const say = useWords(seoWords);
  const { progress, state, error } = shown;
  if (state === 'completed') return null;
  if (state === 'failed') {
    return <p className={styles.error} role="alert">{`⚠ ${say.failedImport}: ${error ?? NOTHING}`}</p>;
  }
  if (progress === null) {
    return (
      <p className={styles.hint} role="status">
        <StatusWord status={state} /> {say.waiting}
      </p>
    );
  }
  const stage = say[progress.stage];
  return (
    <Progress label={stage} done={Math.round(progress.fraction * 100)} total={100}>
      {stage}
    </Progress>
  );
}

/** What an import stored, or would store. */
export function ImportCounts({ shown }: { shown: SeoImport }): ReactNode {
  const say = useWords(seoWords);
  const formats = useFormats();
  const { report } = shown;
  if (report === null) return null;
  const named = (name: string): string =>
    report.dryRun ? `${say.wouldBe}${/[a-z]/i.test(name) ? ' ' : ''}${name}` : name;
  return (
    <Facts
      facts={[
        [say.kind, say[shown.kind]],
        [say.file, shown.fileName ?? NOTHING],
        [say.format, shown.format ?? NOTHING],
        [named(say.created), formats.count(report.created)],
        [named(say.updated), formats.count(report.updated)],
        [say.unchanged, formats.count(report.unchanged)],
        [say.duplicate, formats.count(report.duplicate)],
        [say.rejected, formats.count(report.rejectedTotal)],
        ...(report.deleted > 0 ? [[say.stayDeleted, formats.count(report.deleted)] as const] : []),
        ...report.warnings.map((warning) => [say.warning, say[warning]] as const),
      ]}
    />
  );
}

/** Rows that can't be read, with their lines and reasons, and all of them as a file. */
export function RejectedRows({ shown: { id, report } }: { shown: SeoImport }): ReactNode {
  const say = useWords(seoWords);
  const formats = useFormats();
  const { failed } = useNotices();
  if (report === null || report.rejectedTotal === 0) return null;
  const download = (): void => {
    downloadFile(`/api/admin/imports/${id}/rejected`, `import-${id}-rejected.csv`).catch(failed);
  };
  return (
    <>
      <div className={styles.actions}>
        <strong>{say.rejectedRows(formats.count(report.rejectedTotal))}</strong>
        <Button variant="default" onClick={download}>
          {say.downloadRejected}
        </Button>
        {report.rejected.length < report.rejectedTotal && (
          <span className={styles.hint}>{say.rejectedMore(formats.count(report.rejected.length))}</span>
        )}
      </div>
      <div className={styles.scroll}>
        <DenseTable
          caption={say.rejectedRows(formats.count(report.rejectedTotal))}
          rows={report.rejected}
          rowKey={({ line }) => line}
          columns={[
            { key: 'line', head: say.line, figure: true, cell: ({ line }) => line },
            { key: 'reason', head: say.reason, cell: ({ reason }) => reason },
          ]}
        />
      </div>
    </>
  );
}
