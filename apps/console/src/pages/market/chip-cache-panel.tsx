import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { api, dataOf, type Schemas } from '../../api/client';
import { jobQuery } from '../../api/job-query';
import { Failure } from '../../api/failure';
import { DenseTable } from '../../parts/dense-table';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../words/formats';
import { useWords } from '../../words/words';
import { chipWarningWords } from './chip-warning-words';
import { marketWords } from './market-words';
import styles from './market.module.css';

type Report = Schemas['CyqSyncResponse'];
type State = Schemas['JobResponse']['state'];

const LOOK_AGAIN_MS = 1000;

/** Refreshes the chips of all open sessions; the job's id stands in the address, so that a reload comes back to it. */
export function ChipCachePanel(): ReactNode {
  const say = useWords(marketWords);
  const [parameters, setParameters] = useSearchParams();
  const jobId = Number(/^\d+$/.exec(parameters.get('chips') ?? '')?.[0] ?? 0);
  const start = useMutation({
    mutationFn: async () => {
      const reply = await dataOf<Report | Schemas['JobAcceptedResponse']>(
        api.POST('/api/stock-cycle/sync-cyq-cache', { body: {}, params: { header: { Prefer: 'respond-async' } } }),
      );
      if (!('jobId' in reply)) throw new Error('the server waited although it was asked not to');
      return reply.jobId;
    },
    onSuccess: (id) => {
      setParameters((current) => ({ ...Object.fromEntries(current), chips: String(id) }), { replace: true });
    },
  });
  const job = useJob(jobId);
  return (
    <Panel
      title={say.chips}
      aside={
        <Button variant="default" loading={start.isPending || job.running} onClick={() => start.mutate()}>
          {say.refreshChips}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p className={styles.hint}>{say.chipsHint}</p>
        {start.error !== null && <FailureNote error={start.error} />}
        {job.error !== null && <FailureNote error={job.error} />}
        {job.running && (
          <p className={styles.note} role="status">
            {say.chipsRunning} <StatusWord status={job.state} />
          </p>
        )}
        {job.report !== undefined && <ChipReport report={job.report} />}
      </div>
    </Panel>
  );
}

function useJob(id: number): { running: boolean; state: State; report: Report | undefined; error: unknown } {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    ...jobQuery(id),
    enabled: id > 0,
    refetchInterval: ({ state }) => (isOver(state.data?.state) ? false : LOOK_AGAIN_MS),
  });
  const completed = data?.state === 'completed';
  useEffect(() => {
    if (completed) void queries.invalidateQueries({ queryKey: ['sessions'] });
  }, [completed, queries]);
  const failure = data === undefined || data.error === null ? null : Failure.ofJob(data);
  return {
    running: id > 0 && error === null && !isOver(data?.state),
    state: data?.state ?? 'queued',
    // A job's result is what the waiting route would have answered.
    report: completed ? (data.result as unknown as Report) : undefined,
    error: error ?? failure,
  };
}

function isOver(state: State | undefined): boolean {
  return state === 'completed' || state === 'failed' || state === 'cancelled';
}

function ChipReport({ report }: { report: Report }): ReactNode {
  const say = useWords(marketWords);
  const reasons = useWords(chipWarningWords);
  const formats = useFormats();
  const byReason = new Map<Report['warnings'][number]['reason'], Report['warnings']>();
  for (const warning of report.warnings) {
    byReason.set(warning.reason, [...(byReason.get(warning.reason) ?? []), warning]);
  }
  return (
    <>
      <Facts
        facts={[
          [say.requested, formats.count(report.requested)],
          [say.updated, formats.count(report.updated)],
          [say.unchanged, formats.count(report.unchanged)],
          [say.failed, formats.count(report.failed)],
          [say.vendorCalls, formats.count(report.vendorCalls)],
        ]}
      />
      {byReason.size === 0 ? (
        <p className={styles.hint}>{say.noWarnings}</p>
      ) : (
        <DenseTable
          caption={say.chips}
          rows={[...byReason]}
          rowKey={([reason]) => reason}
          columns={[
            { key: 'reason', head: say.reason, cell: ([reason]) => reasons[reason] },
            { key: 'codes', head: say.codes, cell: ([, warnings]) => warnings.map(({ code }) => code).join(' ') },
            { key: 'detail', head: say.how, wideOnly: true, cell: ([, warnings]) => warnings[0]?.detail },
          ]}
        />
      )}
    </>
  );
}
