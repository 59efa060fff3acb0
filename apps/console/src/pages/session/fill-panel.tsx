import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { Schemas } from '../../api/client';
import { jobQuery } from '../../api/job-query';
import { Failure } from '../../api/failure';
import { useSecondsSince } from '../../live/seconds-since';
import { EmptyNote } from '../../parts/empty-note';
import { FailureNote } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import styles from './fill.module.css';
import { FilledRecords } from './filled-records';
import { fillFailures, fillMessages } from './fill-messages';
import { FUNDAMENTAL_SCORES, FundamentalHistory } from './fundamental-history';
import { FundamentalItems } from './fundamental-items';
import type { RecordWrites } from './record-writes';
import { ProposedRecords } from './proposed-records';
import { type SessionDetail, sessionKey } from './session-detail';

type Job = Schemas['JobResponse'];

const ASK_AGAIN_MS = 700;
const LONG_WAIT_SECONDS = 15;

export interface FillPanelProps {
  readonly detail: SessionDetail;
  /** The job that is followed; null if none is. */
  readonly jobId: number | null;
  readonly writes: RecordWrites;
  readonly onPoint: (day: string | null) => void;
  readonly onDismiss: () => void;
  /** Follows another job: the fill that a preview was written by. */
  readonly onStarted: (jobId: number) => void;
  /** Sets the phase that a fill has held back. */
  readonly onAdopt: (phase: Schemas['SessionPhaseSyncResponse']['to']) => void;
  /** Sets the review date that a fill has cleared. */
  readonly onReviewAt: (day: string) => void;
}

/** An AI fill from its start to what it changed; its job stands in the address, so that a reload goes on with it. */
export function FillPanel(props: FillPanelProps): ReactNode {
  const t = useMessages(fillMessages);
  if (props.jobId !== null) return <Followed {...props} jobId={props.jobId} />;
  return (
    <>
      <EmptyNote>{t.none}</EmptyNote>
      <FundamentalHistory sessionId={props.detail.session.id} withItems />
    </>
  );
}

function Followed(props: FillPanelProps & { jobId: number }): ReactNode {
  const { jobId, onDismiss } = props;
  const t = useMessages(fillMessages);
  const formats = useFormats();
  const { data: job, error, refetch } = useJob(jobId);
  useRefreshedSession(props.detail.session.id, job);
  if (error instanceof Failure && error.status === 404) {
    return <EmptyNote action={<DismissButton onDismiss={onDismiss} />}>{t.gone}</EmptyNote>;
  }
  if (job === undefined) {
    return error === null ? <Loading /> : <FailureNote error={error} onRetry={() => void refetch()} />;
  }
  return (
    <section className={styles.fill} aria-label={getTitle(job, t)}>
      <div className={styles.head}>
        <h2>{getTitle(job, t)}</h2>
        <StatusWord status={job.state} />
        <span className={styles.quiet}>
          {t.job(job.id)} · <span className="figure">{formats.instant(job.finishedAt ?? job.createdAt)}</span>
          {job.startedAt !== null && job.finishedAt !== null && (
            <> · {formats.duration(Date.parse(job.finishedAt) - Date.parse(job.startedAt))}</>
          )}
        </span>
        {isOver(job) && <DismissButton onDismiss={onDismiss} />}
      </div>
      {error !== null && <FailureNote error={error} onRetry={() => void refetch()} />}
      {!isOver(job) && <Waiting job={job} />}
      {job.error !== null && <Failed job={job} error={job.error} />}
      {job.state === 'completed' && <Outcome {...props} job={job} />}
      {job.name === 'fundamental.score' && (
        <FundamentalHistory sessionId={props.detail.session.id} withItems={job.state !== 'completed'} />
      )}
    </section>
  );
}

function Outcome(props: FillPanelProps & { jobId: number; job: Job }): ReactNode {
  const { job, jobId } = props;
  if (job.name === 'fundamental.score') {
    return <FundamentalItems jobId={jobId} scored={getResult<Schemas['FundamentalScoreResponse']>(job)} />;
  }
  if (job.name === 'ai.dry-run-fill') {
    const result = getResult<Schemas['DailyFillResponse'] | Schemas['WeeklyFillResponse']>(job);
    const proposed = 'promptCsvPayload' in result ? 'weekly' : 'daily';
    return <ProposedRecords {...props} kind={proposed} result={result} />;
  }
  const kind = job.name === 'ai.fill-weekly' ? 'weekly' : 'daily';
  return <FilledRecords {...props} kind={kind} result={getResult<Schemas['DailyFillResponse']>(job)} />;
}

function Waiting({ job }: { job: Job }): ReactNode {
  const t = useMessages(fillMessages);
  const [since] = useState(() => Date.now());
  const seconds = useSecondsSince(since);
  return (
    <div role="status" className={styles.waiting}>
      <p>
        {job.state === 'queued' ? t.waiting : t.running} <span className="figure">{seconds} s</span>
      </p>
      {job.state === 'queued' && seconds >= LONG_WAIT_SECONDS && <p className={styles.quiet}>{t.waitsLong}</p>}
    </div>
  );
}

function Failed({ job, error }: { job: Job; error: Schemas['JobErrorResponse'] }): ReactNode {
  const failures: Readonly<Record<string, string>> = useMessages(fillFailures);
  const sentence = failures[error.code];
  return (
    <>
      <FailureNote error={sentence === undefined ? Failure.ofJob(job) : new Error(sentence)} />
      {sentence !== undefined && (
        <details className={styles.quiet}>
          <summary>{error.code}</summary>
          {error.error}
        </details>
      )}
    </>
  );
}

function DismissButton({ onDismiss }: { onDismiss: () => void }): ReactNode {
  const t = useMessages(fillMessages);
  return (
    <Button variant="subtle" size="compact-xs" onClick={onDismiss}>
      {t.dismiss}
    </Button>
  );
}

function useJob(id: number) {
  return useQuery({
    ...jobQuery(id),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOver(data) ? false : ASK_AGAIN_MS),
  });
}

/** When the job is over, what it may have changed is read again. */
function useRefreshedSession(sessionId: number, job: Job | undefined): void {
  const queries = useQueryClient();
  const overId = job !== undefined && isOver(job) ? job.id : null;
  useEffect(() => {
    if (overId === null) return;
    void queries.invalidateQueries({ queryKey: sessionKey(sessionId) });
    for (const key of ['sessions', 'queues', 'ai-runs', FUNDAMENTAL_SCORES])
      void queries.invalidateQueries({ queryKey: [key] });
  }, [overId, queries, sessionId]);
}

function isOver({ state }: Job): boolean {
  return state !== 'queued' && state !== 'running';
}

/** A completed job's result is the response that its route would have given. */
function getResult<Reply>(job: Job): Reply {
  return job.result as Reply;
}

function getTitle(
  { name }: Job,
  t: { daily: string; weekly: string; fundamental: string; preview: string; other: string },
): string {
  if (name === 'ai.fill-daily' || name === 'ai.fill-missing-days') return t.daily;
  if (name === 'ai.fill-weekly') return t.weekly;
  if (name === 'ai.dry-run-fill') return t.preview;
  return name === 'fundamental.score' ? t.fundamental : t.other;
}
