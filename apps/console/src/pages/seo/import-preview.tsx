import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { DenseTable } from '../../parts/dense-table';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { Progress } from '../../parts/progress';
import { useMessages } from '../../i18n/messages';
import { ImportCounts, ImportProgressLine, RejectedRows } from './import-counts';
import { type ChosenFile, type SeoImport, useImport, useImportRequest } from './import-request';
import { useSeoAddress } from './seo-address';
import { seoFieldMessages } from './seo-field-messages';
import { seoMessages } from './seo-messages';
import styles from './seo.module.css';

/** The second step: what each column is read as, what would be stored, which rows would be rejected. */
export function ImportPreview({ id, chosen }: { id: number; chosen: ChosenFile | undefined }): ReactNode {
  const t = useMessages(seoMessages);
  const { set } = useSeoAddress();
  const { data, error, refetch } = useImport(id);
  if (error !== null) return <FailureNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  return (
    <>
      <ImportProgressLine shown={data} />
      {data.state === 'completed' && (
        <>
          <p className={styles.hint}>{t.dryRun}</p>
          <ImportCounts shown={data} />
          <Columns columns={data.columns ?? []} />
          <RejectedRows shown={data} />
        </>
      )}
      <div className={styles.actions}>
        {data.state === 'completed' && <ForGood chosen={chosen} />}
        <Button variant="default" onClick={() => set({ preview: '', import: '' })}>
          {t.back}
        </Button>
      </div>
    </>
  );
}

/** Imports the file that was looked at. A page that was reloaded no longer has it, nor how it was to be read. */
function ForGood({ chosen }: { chosen: ChosenFile | undefined }): ReactNode {
  const t = useMessages(seoMessages);
  const { set } = useSeoAddress();
  const request = useImportRequest(false, (importId) => set({ import: String(importId) }));
  if (chosen === undefined) return <span className={styles.hint}>{t.chooseAgain}</span>;
  return (
    <>
      <Button loading={request.isPending} onClick={() => request.mutate(chosen)}>
        {t.importNow}
      </Button>
      {request.isPending && (
        <Progress label={t.sending} done={Math.round(request.sent * 100)} total={100}>
          {t.sending}
        </Progress>
      )}
      {request.error !== null && <FailureNote error={request.error} />}
    </>
  );
}

function Columns({ columns }: { columns: NonNullable<SeoImport['columns']> }): ReactNode {
  const t = useMessages(seoMessages);
  const fields: Readonly<Record<string, string>> = useMessages(seoFieldMessages);
  if (columns.length === 0) return <p className={styles.hint}>{t.noColumns}</p>;
  return (
    <div className={`${styles.scroll} ${styles.columns}`}>
      <DenseTable
        caption={t.columns}
        rows={columns.map((use, index) => ({ ...use, index }))}
        rowKey={({ index }) => index}
        columns={[
          { key: 'column', head: t.column, cell: ({ column }) => column },
          {
            key: 'field',
            head: t.field,
            cell: ({ field }) =>
              field === null ? (
                <span className={styles.hint}>{t.leftAlone}</span>
              ) : (
                <span title={field}>{fields[field] ?? field}</span>
              ),
          },
        ]}
      />
    </div>
  );
}
