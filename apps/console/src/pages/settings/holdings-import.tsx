import { Button, FileInput, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { readJob } from '../../api/job-query';
import { DenseTable } from '../../parts/dense-table';
import { FailureNote } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { type ChosenColumns, readColumns, withColumnsNamed } from './holdings-columns';
import { settingsMessages } from './settings-messages';
import styles from './settings.module.css';

type Report = Schemas['PositionsImportResponse'];

const FIELDS = ['code', 'quantity', 'avg_cost'] as const;
const MIB = 1024 * 1024;
const POLL_MS = 1000;

/** Imports the holdings of a broker's file: first what would happen, then for good. */
export function HoldingsImport({ onDone }: { onDone: () => void }): ReactNode {
  const t = useMessages(settingsMessages);
  const formats = useFormats();
  const { uploadMaxBytes } = useConsoleState();
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<readonly string[]>([]);
  /** Null: the server finds the columns by their names. */
  const [chosen, setChosen] = useState<ChosenColumns | null>(null);
  const upload = useMutation({
    mutationFn: async (dryRun: boolean) => {
      if (file === null) throw new Error(t.chooseFile);
      return send(chosen === null ? file : await withColumnsNamed(file, chosen), dryRun);
    },
    onSuccess: ({ dryRun }) => {
      if (!dryRun) onDone();
    },
    onError: (error) => {
      if (file === null || !(error instanceof Failure) || error.code !== 'unreadable_file') return;
      void readColumns(file).then((found) => {
        setColumns(found);
        setChosen((before) => before ?? { code: null, quantity: null, avg_cost: null });
      });
    },
  });
  const tooLarge = file !== null && file.size > uploadMaxBytes;
  const report = upload.data;
  return (
    <Panel title={t.importHoldings}>
      <div className={styles.section}>
        <p className={styles.quiet}>{t.importHoldingsHint}</p>
        <div className={styles.line}>
          <FileInput
            className={styles.grows}
            label={t.file}
            placeholder={t.chooseFile}
            accept=".csv,.txt,.xls,text/csv,text/plain"
            value={file}
            error={tooLarge ? t.tooLarge(`${formats.decimal(uploadMaxBytes / MIB, 0)} MiB`) : undefined}
            onChange={(picked) => {
              setFile(picked);
              setColumns([]);
              setChosen(null);
              upload.reset();
            }}
          />
          <Button
            variant="default"
            disabled={file === null || tooLarge}
            loading={upload.isPending && upload.variables}
            onClick={() => upload.mutate(true)}
          >
            {t.previewImport}
          </Button>
          <Button
            disabled={report?.dryRun !== true || report.created + report.updated + report.unchanged === 0}
            loading={upload.isPending && !upload.variables}
            onClick={() => upload.mutate(false)}
          >
            {t.doImport}
          </Button>
        </div>
        {chosen !== null && columns.length > 1 && (
          <ColumnChoice
            columns={columns}
            chosen={chosen}
            onChoose={(next) => {
              setChosen(next);
              upload.reset();
            }}
          />
        )}
        {upload.isError && <FailureNote error={upload.error} />}
        {report !== undefined && <ImportReport report={report} />}
      </div>
    </Panel>
  );
}

/** Which column is which, if the server does not find them by their names. */
function ColumnChoice({
  columns,
  chosen,
  onChoose,
}: {
  columns: readonly string[];
  chosen: ChosenColumns;
  onChoose: (chosen: ChosenColumns) => void;
}): ReactNode {
  const t = useMessages(settingsMessages);
  return (
    <fieldset className={styles.columns}>
      <legend>{t.chooseColumns}</legend>
      <div className={styles.line}>
        {FIELDS.map((field) => (
          <NativeSelect
            key={field}
            label={t[`${field}Column`]}
            value={chosen[field] ?? ''}
            data={[
              { value: '', label: t.noColumn },
              ...columns.map((name, place) => ({ value: String(place), label: name })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              onChoose({ ...chosen, [field]: value === '' ? null : Number(value) })
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function ImportReport({ report }: { report: Report }): ReactNode {
  const t = useMessages(settingsMessages);
  const formats = useFormats();
  const counts = [
    [report.dryRun ? t.wouldCreate : t.created, report.created],
    [report.dryRun ? t.wouldUpdate : t.updated, report.updated],
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

/** The file as it is: the server finds its encoding and separator. */
async function send(file: Blob, dryRun: boolean): Promise<Report> {
  const response = await readData<Report | Schemas['JobAcceptedResponse']>(
    api.POST('/api/positions/import', {
      params: { query: { dry_run: dryRun } },
      headers: { 'content-type': 'text/csv' },
      body: { file: '' },
      bodySerializer: () => file,
    }),
  );
  return 'jobId' in response ? awaitResult(response.jobId) : response;
}

/** The wait was too long for one request: the job's row is asked until it has ended. */
async function awaitResult(jobId: number): Promise<Report> {
  for (;;) {
    const job = await readJob(jobId);
    if (job.state === 'completed') return job.result as unknown as Report;
    if (job.finishedAt !== null) throw Failure.ofJob(job);
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
