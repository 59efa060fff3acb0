import { Button, Checkbox, FileInput, NativeSelect } from '@mantine/core';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { useConsoleState } from '../../api/console-state';
import { Failure } from '../../api/failure';
import { readJob } from '../../api/job-query';
import { FailureNote } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { useNotices } from '../../parts/undo';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { type ChosenColumns, readColumns, withColumnsNamed } from './file-columns';
import type { HoldingWrites } from './holding-writes';
import { holdingsMessages } from './holdings-messages';
import { ImportReport } from './import-report';
import styles from './holdings.module.css';

type Report = Schemas['PositionsImportResponse'];

const FIELDS = ['code', 'quantity', 'avg_cost'] as const;
const MIB = 1024 * 1024;
const POLL_MS = 1000;

/** Imports the holdings of a broker's file: first what would happen, then for good. */
export function HoldingsImport({ writes }: { writes: HoldingWrites }): ReactNode {
  const t = useMessages(holdingsMessages);
  const formats = useFormats();
  const { uploadMaxBytes } = useConsoleState();
  const [file, setFile] = useState<File | null>(null);
  /** The file is the whole account. */
  const [whole, setWhole] = useState(false);
  const [columns, setColumns] = useState<readonly string[]>([]);
  /** Null: the server finds the columns by their names. */
  const [chosen, setChosen] = useState<ChosenColumns | null>(null);
  const upload = useUpload(writes, async () => {
    if (file === null) throw new Error(t.chooseFile);
    return { file: chosen === null ? file : await withColumnsNamed(file, chosen), whole };
  });
  const preview = (): void =>
    upload.mutate(true, {
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
          <ImportButtons upload={upload} ready={file !== null && !tooLarge} onPreview={preview} />
        </div>
        <Checkbox
          label={t.whole}
          checked={whole}
          onChange={({ currentTarget: { checked } }) => {
            setWhole(checked);
            upload.reset();
          }}
        />
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

/** First the preview, then the import that it shows; how many holdings it removes stands on it. */
function ImportButtons({
  upload,
  ready,
  onPreview,
}: {
  upload: UseMutationResult<Report, Error, boolean>;
  ready: boolean;
  onPreview: () => void;
}): ReactNode {
  const t = useMessages(holdingsMessages);
  const formats = useFormats();
  const previewed = upload.data?.dryRun === true ? upload.data : undefined;
  return (
    <>
      <Button variant="default" disabled={!ready} loading={upload.isPending && upload.variables} onClick={onPreview}>
        {t.previewImport}
      </Button>
      <Button
        disabled={previewed === undefined || countRows(previewed) === 0}
        loading={upload.isPending && !upload.variables}
        onClick={() => upload.mutate(false)}
      >
        {previewed !== undefined && previewed.removed > 0
          ? t.doImportAndRemove(formats.count(previewed.removed))
          : t.doImport}
      </Button>
    </>
  );
}

/** Sends the file, for a preview (`true`) or to be stored; what was stored can be taken back. */
function useUpload(
  writes: HoldingWrites,
  toSend: () => Promise<{ file: Blob; whole: boolean }>,
): UseMutationResult<Report, Error, boolean> {
  const t = useMessages(holdingsMessages);
  const notices = useNotices();
  return useMutation({
    mutationFn: async (dryRun: boolean) => {
      const { file, whole } = await toSend();
      return send(file, { dryRun, whole });
    },
    onSuccess: ({ dryRun, changes, changesLeftOut }) => {
      if (dryRun) return;
      writes.reload();
      // Of more changes than the report lists, no undo could be whole.
      const undoable = changesLeftOut === 0 && changes.length > 0;
      notices.done(t.importDone, undoable ? () => writes.takeBack(changes) : undefined);
    },
  });
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
  const t = useMessages(holdingsMessages);
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

function countRows({ created, updated, unchanged, removed }: Report): number {
  return created + updated + unchanged + removed;
}

/** The file as it is: the server finds its encoding and separator. */
async function send(file: Blob, { dryRun, whole }: { dryRun: boolean; whole: boolean }): Promise<Report> {
  const response = await readData<Report | Schemas['JobAcceptedResponse']>(
    api.POST('/api/positions/import', {
      params: { query: { dry_run: dryRun, mode: whole ? 'replace' : 'merge' } },
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
