import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { api, readData, type Schemas } from '../../api/client';
import { jobQuery } from '../../api/job-query';
import { Failure } from '../../api/failure';
import { DenseTable } from '../../parts/dense-table';
import { Facts } from '../../parts/facts';
import { FailureNote } from '../../parts/failure-note';
import { Panel } from '../../parts/page';
import { StatusWord } from '../../parts/status-word';
import { useFormats } from '../../i18n/formats';
import { useMessages } from '../../i18n/messages';
import { chipWarningMessages } from './chip-warning-messages';
import { marketMessages } from './market-messages';
import styles from './market.module.css';

type Report = Schemas['CyqSyncResponse'];
type State = Schemas['JobResponse']['state'];

const POLL_MS = 1000;

/** Refreshes the chips of all open sessions; the job's id stands in the address, so that a reload comes back to it. */
export function ChipCachePanel(): ReactNode {
  const t = useMessages(marketMessages);
  const [parameters, setParameters] = useSearchParams();
  const jobId = Number(/^\d+$/.exec(parameters.get('chips') ?? '')?.[0] ?? 0);
  const start = useMutation({
    mutationFn: async () => {
      const response = await readData<Report | Schemas['JobAcceptedResponse']>(
        api.POST('/api/stock-cycle/sync-cyq-cache', { body: {}, params: { header: { Prefer: 'respond-async' } } }),
      );
      if (!('jobId' in response)) throw new Error('the server waited although it was asked not to');
      return response.jobId;
    },
    onSuccess: (id) => {
      setParameters((current) => ({ ...Object.fromEntries(current), chips: String(id) }), { replace: true });
    },
  });
  const job = useJob(jobId);
  return (
    <Panel
      title={t.chips}
      aside={
        <Button variant="default" loading={start.isPending || job.running} onClick={() => start.mutate()}>
          {t.refreshChips}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p className={styles.hint}>{t.chipsHint}</p>
        {start.error !== null && <FailureNote error={start.error} />}
        {job.error !== null && <FailureNote error={job.error} />}
        {job.running && (
          <p className={styles.note} role="status">
            {t.chipsRunning} <StatusWord status={job.state} />
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
    refetchInterval: ({ state }) => (isOver(state.data?.state) ? false : POLL_MS),
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
  const t = useMessages(marketMessages);
  const reasons = useMessages(chipWarningMessages);
  const formats = useFormats();
  const byReason = new Map<Report['warnings'][number]['reason'], Report['warnings']>();
  for (const warning of report.warnings) {
    byReason.set(warning.reason, [...(byReason.get(warning.reason) ?? []), warning]);
  }
  return (
    <>
      <Facts
        facts={[
          [t.requested, formats.count(report.requested)],
          [t.updated, formats.count(report.updated)],
          [t.unchanged, formats.count(report.unchanged)],
          [t.failed, formats.count(report.failed)],
          [t.vendorCalls, formats.count(report.vendorCalls)],
        ]}
      />
      {byReason.size === 0 ? (
        <p className={styles.hint}>{t.noWarnings}</p>
      ) : (
        <DenseTable
          caption={t.chips}
          rows={[...byReason]}
          rowKey={([reason]) => reason}
          columns={[
            { key: 'reason', head: t.reason, cell: ([reason]) => reasons[reason] },
            { key: 'codes', head: t.codes, cell: ([, warnings]) => warnings.map(({ code }) => code).join(' ') },
            { key: 'detail', head: t.how, wideOnly: true, cell: ([, warnings]) => warnings[0]?.detail },
          ]}
        />
      )}
    </>
  );
}
