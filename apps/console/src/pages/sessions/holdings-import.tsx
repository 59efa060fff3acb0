import { Button, NumberInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { Failure } from '../../api/failure';
import { jobQuery } from '../../api/job-query';
import { DenseTable } from '../../parts/dense-table';
import { FailureNote, useFailureSentence } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { StatusWord } from '../../parts/status-word';
import { NOTHING, useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { newMessages } from './new-messages';
import styles from './sessions.module.css';

type Report = Schemas['HoldingsImportResponse'];
type Answer = Report | Schemas['JobAcceptedResponse'];

const DEFAULT_LOOKBACK = 60;
const ASK_AGAIN_MS = 800;

/** Sessions for the own holdings: proposed first, then made by a job whose id stands in the address. */
export function HoldingsImport({
  jobId,
  onJob,
  onEnd,
}: {
  jobId: number | null;
  onJob: (jobId: number) => void;
  onEnd: () => void;
}): ReactNode {
  const t = useMessages(newMessages);
  const [lookback, setLookback] = useState<number | string>(DEFAULT_LOOKBACK);
  const days = typeof lookback === 'number' ? lookback : DEFAULT_LOOKBACK;
  const propose = useMutation({ mutationFn: () => importHoldings(days) });
  const start = useMutation({ mutationFn: () => startImport(days), onSuccess: ({ jobId: id }) => onJob(id) });
  if (jobId !== null) return <RunningImport jobId={jobId} onEnd={onEnd} />;
  const proposed = propose.data;
  return (
    <div className={styles.form}>
      <div className={styles.formRow}>
        <NumberInput
          label={t.lookback}
          min={5}
          max={360}
          allowDecimal={false}
          value={lookback}
          onChange={(value) => {
            setLookback(value);
            propose.reset();
          }}
        />
        <Button variant="default" loading={propose.isPending} onClick={() => propose.mutate()} data-autofocus>
          {t.propose}
        </Button>
      </div>
      {propose.error !== null && <FailureNote error={propose.error} />}
      {start.error !== null && <FailureNote error={start.error} />}
      {proposed !== undefined && <ReportTable report={proposed} />}
      {proposed !== undefined && proposed.created.length > 0 && (
        <div className={styles.formFoot}>
          <Button loading={start.isPending} onClick={() => start.mutate()}>
            {t.importNow(proposed.created.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Follows the job until it has ended; a reload comes back here. */
function RunningImport({ jobId, onEnd }: { jobId: number; onEnd: () => void }): ReactNode {
  const t = useMessages(newMessages);
  const sentenceOf = useFailureSentence();
  const queries = useQueryClient();
  const { data, error } = useQuery({
    ...jobQuery(jobId),
    refetchInterval: ({ state: { data: job } }) =>
      job === undefined || job.finishedAt === null ? ASK_AGAIN_MS : false,
  });
  const ended = data?.state === 'completed';
  useEffect(() => {
    if (ended) void queries.invalidateQueries({ queryKey: ['sessions'] });
  }, [ended, queries]);
  if (error !== null) return <FailureNote error={error} />;
  if (data === undefined) return <Loading rows={2} />;
  const report = data.state === 'completed' ? toReport(data.result) : undefined;
  return (
    <div className={styles.form}>
      <p className={styles.quiet} role="status">
        <StatusWord status={data.state} /> {data.finishedAt === null ? t.importing : ''}
        {report === undefined ? '' : t.imported(report.created.length)}
      </p>
      {data.error !== null && (
        <p className={styles.undone} role="alert">
          ⚠ {t.importFailed}: {sentenceOf(Failure.ofJob(data))}
        </p>
      )}
      {report !== undefined && <ReportTable report={report} />}
      {data.finishedAt !== null && (
        <div className={styles.formFoot}>
          <Button onClick={onEnd}>{t.done}</Button>
        </div>
      )}
    </div>
  );
}

interface ReportRow {
  readonly code: string;
  readonly state: ReactNode;
  readonly day: string;
  readonly price: number | null;
}

function ReportTable({ report }: { report: Pick<Report, 'created' | 'skipped' | 'errors'> }): ReactNode {
  const t = useMessages(newMessages);
  const formats = useFormats();
  const rows: ReportRow[] = [
    ...report.created.map(({ code, sessionId, entryDate, entryClosePrice }) => ({
      code,
      state: sessionId === null ? t.willCreate : <Link href={`/sessions/${sessionId}`}>{`✓ ${t.wasCreated}`}</Link>,
      day: entryDate,
      price: entryClosePrice,
    })),
    ...report.skipped.map(({ code }) => ({ code, state: t.isOpen, day: NOTHING, price: null })),
    ...report.errors.map(({ code }) => ({ code, state: `⚠ ${t.unknown}`, day: NOTHING, price: null })),
  ];
  return (
    <>
      {report.created.length === 0 && <p className={styles.quiet}>{t.nothingToImport}</p>}
      {rows.length > 0 && (
        <DenseTable
          caption={t.holdings}
          rows={rows}
          rowKey={({ code }) => code}
          columns={[
            { key: 'code', head: t.code, cell: ({ code }) => <span className="code">{code}</span> },
            { key: 'state', head: t.state, cell: ({ state }) => state },
            { key: 'day', head: t.entryDate, cell: ({ day }) => day, numeric: true },
            { key: 'price', head: t.entryPrice, cell: ({ price }) => formats.price(price), numeric: true },
          ]}
        />
      )}
    </>
  );
}

async function importHoldings(days: number): Promise<Report> {
  const answer = await readData<Answer>(
    api.POST('/api/stock-cycle/import-holdings', { body: { lookback_trading_days: days, dry_run: true } }),
  );
  if (!('created' in answer)) throw new Error(`job ${answer.jobId} takes longer`);
  return answer;
}

async function startImport(days: number): Promise<Schemas['JobAcceptedResponse']> {
  const answer = await readData<Answer>(
    api.POST('/api/stock-cycle/import-holdings', {
      params: { header: { Prefer: 'respond-async' } },
      body: { lookback_trading_days: days, dry_run: false },
    }),
  );
  if (!('jobId' in answer)) throw new Error('the server has not waited for the job');
  return answer;
}

/** The result of a job has the form of its kind. */
function toReport(result: Record<string, unknown> | null): Report | undefined {
  return result !== null && Array.isArray(result.created) ? (result as Report) : undefined;
}
