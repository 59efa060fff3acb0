import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { Failure } from '../../api/failure';
import { jobQuery } from '../../api/job-query';
import { FailureNote, useFailureSentence } from '../../parts/failure-note';
import { Loading } from '../../parts/loading';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { useJobNames } from './job-names';
import { tookMs } from './job-list';
import { JobProgress } from './job-progress';
import styles from './jobs.module.css';
import { jobsMessages } from './jobs-messages';

const BUSY_MS = 2000;

/** One job next to the list, by the id in the address. */
export function JobDrawer({ jobId }: { jobId: number | null }): ReactNode {
  const t = useMessages(jobsMessages);
  const [, setSearch] = useSearchParams();
  const close = (): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.delete('job');
      return next;
    });
  return (
    <Drawer
      opened={jobId !== null}
      onClose={close}
      position="right"
      title={jobId === null ? '' : t.job(jobId)}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      {jobId !== null && <Job jobId={jobId} />}
    </Drawer>
  );
}

function Job({ jobId }: { jobId: number }): ReactNode {
  const t = useMessages(jobsMessages);
  const formats = useFormats();
  const nameOf = useJobNames();
  const sentenceOf = useFailureSentence();
  const { data, error, refetch } = useQuery({
    ...jobQuery(jobId),
    refetchInterval: ({ state }) => state.data?.finishedAt === null && BUSY_MS,
  });
  if (data === undefined) {
    return error === null ? <Loading /> : <FailureNote error={error} onRetry={() => void refetch()} />;
  }
  const sentence = sentenceOf(Failure.ofJob(data));
  const facts: [string, ReactNode][] = [
    [t.name, nameOf(data.name)],
    [t.state, <StatusWord key="state" status={data.state} />],
    [t.who, data.startedBy ?? t.program],
    [t.when, formats.instant(data.createdAt)],
    [t.started, formats.instant(data.startedAt)],
    [t.finished, formats.instant(data.finishedAt)],
    [t.took, formats.duration(tookMs(data))],
    [t.attempts, data.attempts],
  ];
  return (
    <div className={styles.detail}>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figure">{value}</dd>
          </div>
        ))}
      </dl>
      <JobProgress job={data} label={nameOf(data.name)} />
      {data.error !== null && (
        <details className={styles.failure} open>
          <summary>✕ {sentence}</summary>
          {!sentence.includes(data.error.error) && <p>{data.error.error}</p>}
          <span className="code">{data.error.code}</span> · {data.error.retryable ? t.retryable : t.final}
        </details>
      )}
      {data.progress !== null && <Json label={t.progress} value={data.progress} />}
      {data.result !== null && <Json label={t.result} value={data.result} />}
    </div>
  );
}

function Json({ label, value }: { label: string; value: unknown }): ReactNode {
  return (
    <details className={styles.json}>
      <summary>{label}</summary>
      <pre tabIndex={0}>{JSON.stringify(value, undefined, 2)}</pre>
    </details>
  );
}
