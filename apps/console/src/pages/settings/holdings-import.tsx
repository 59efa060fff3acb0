import { Button, FileInput, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, dataOf, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { readJob } from '../../api/job-query';
import { DenseTable } from '../../parts/dense-table';
import { FailureNote } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { type ChosenColumns, columnsOfFile, withColumnsNamed } from './holdings-columns';
import { settingsWords } from './settings-words';
import styles from './settings.module.css';

type Report = Schemas['PositionsImportResponse'];

const FIELDS = ['code', 'quantity', 'avg_cost'] as const;
const MIB = 1024 * 1024;
const LOOK_AGAIN_MS = 1000;

/** Imports the holdings of a broker's file: first what would happen, then for good. */
export function HoldingsImport({ onDone }: { onDone: () => void }): ReactNode {
  const say = useWords(settingsWords);
  const formats = useFormats();
  const { uploadMaxBytes } = useConsoleState();
  const [file, setFile] = useState<File | null>(null);
  const [columns, setColumns] = useState<readonly string[]>([]);
  /** Null: the server finds the columns by their names. */
  const [chosen, setChosen] = useState<ChosenColumns | null>(null);
  const upload = useMutation({
    mutationFn: async (dryRun: boolean) => {
      if (file === null) throw new Error(say.chooseFile);
      return send(chosen === null ? file : await withColumnsNamed(file, chosen), dryRun);
    },
    onSuccess: ({ dryRun }) => {
      if (!dryRun) onDone();
    },
    onError: (error) => {
      if (file === null || !(error instanceof Failure) || error.code !== 'unreadable_file') return;
      void columnsOfFile(file).then((found) => {
        setColumns(found);
        setChosen((before) => before ?? { code: null, quantity: null, avg_cost: null });
      });
    },
  });
  const tooLarge = file !== null && file.size > uploadMaxBytes;
  const report = upload.data;
  return (
    <Panel title={say.importHoldings}>
      <div className={styles.section}>
        <p className={styles.quiet}>{say.importHoldingsHint}</p>
        <div className={styles.line}>
          <FileInput
            className={styles.grows}
            label={say.file}
            placeholder={say.chooseFile}
            accept=".csv,.txt,.xls,text/csv,text/plain"
            value={file}
            error={tooLarge ? say.tooLarge(`${formats.decimal(uploadMaxBytes / MIB, 0)} MiB`) : undefined}
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
            {say.previewImport}
          </Button>
          <Button
            disabled={report?.dryRun !== true || report.created + report.updated + report.unchanged === 0}
            loading={upload.isPending && !upload.variables}
            onClick={() => upload.mutate(false)}
          >
            {say.doImport}
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
  const say = useWords(settingsWords);
  return (
    <fieldset className={styles.columns}>
      <legend>{say.chooseColumns}</legend>
      <div className={styles.line}>
        {FIELDS.map((field) => (
          <NativeSelect
            key={field}
            label={say[`${field}Column`]}
            value={chosen[field] ?? ''}
            data={[
              { value: '', label: say.noColumn },
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
  const say = useWords(settingsWords);
  const formats = useFormats();
  const counts = [
    [report.dryRun ? say.wouldCreate : say.created, report.created],
    [report.dryRun ? say.wouldUpdate : say.updated, report.updated],
    [say.unchanged, report.unchanged],
    [say.duplicate, report.duplicate],
    [say.rejected, report.rejected.length],
  ] as const;
  return (
    <>
      <p role="status" className={styles.quiet}>
        {report.dryRun ? say.previewOf : `✓ ${say.importDone}`}
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
          caption={say.rejected}
          rows={report.rejected}
          rowKey={({ line, reason }) => `${line} ${reason}`}
          columns={[
            { key: 'line', head: say.line, figure: true, cell: ({ line }) => line },
            { key: 'reason', head: say.reason, cell: ({ reason }) => <span lang="en">{reason}</span> },
          ]}
        />
      )}
    </>
  );
}

/** The file as it is: the server tells its encoding and separator. */
async function send(file: Blob, dryRun: boolean): Promise<Report> {
  const reply = await dataOf<Report | Schemas['JobAcceptedResponse']>(
    api.POST('/api/positions/import', {
      params: { query: { dry_run: dryRun } },
      headers: { 'content-type': 'text/csv' },
      body: { file: '' },
      bodySerializer: () => file,
    }),
  );
  return 'jobId' in reply ? resultOf(reply.jobId) : reply;
}

/** The wait was too long for one request: the job's row is asked until it has ended. */
async function resultOf(jobId: number): Promise<Report> {
  for (;;) {
    const job = await readJob(jobId);
    if (job.state === 'completed') return job.result as unknown as Report;
    if (job.finishedAt !== null) throw Failure.ofJob(job);
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
}
