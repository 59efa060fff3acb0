import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, readData, type Schemas } from '../../api/client';
import { jobQuery } from '../../api/job-query';
import { writtenByPerson } from '../../records/written-by-person';

const POLL_MS = 1000;

/** A fill under way: its session and its job. */
export interface RunningFill {
  readonly sessionId: number;
  readonly jobId: number;
}

/** Fills as an address carries them: `12:340,15:341`. */
export function parseFills(text: string | null): RunningFill[] {
  return (text ?? '').split(',').flatMap((pair) => {
    const [sessionId, jobId] = pair.split(':').map(Number);
    return Number.isInteger(sessionId) && Number.isInteger(jobId)
      ? [{ sessionId: sessionId ?? 0, jobId: jobId ?? 0 }]
      : [];
  });
}

export function formatFills(fills: readonly RunningFill[]): string {
  return fills.map(({ sessionId, jobId }) => `${sessionId}:${jobId}`).join(',');
}

/**
 * Asks for a fill of the gaps, without waiting for it. A newest record of a model is written again, as it may have seen older
 * bars; a person's is left alone.
 * @returns its job.
 */
export async function startFill(kind: 'daily' | 'weekly', detail: Schemas['SessionDetailResponse']): Promise<number> {
  const sessionId = detail.session.id;
  const body = { only_missing: writtenByPerson(detail, kind) !== undefined, dry_run: false };
  const params = { path: { id: sessionId }, header: { Prefer: 'respond-async' } };
  const accepted =
    kind === 'daily'
      ? await readData<Schemas['DailyFillResponse'] | Schemas['JobAcceptedResponse']>(
          api.POST('/api/stock-cycle/sessions/{id}/ai-fill-daily', { params, body }),
        )
      : await readData<Schemas['WeeklyFillResponse'] | Schemas['JobAcceptedResponse']>(
          api.POST('/api/stock-cycle/sessions/{id}/ai-fill-weekly', { params, body }),
        );
  if (!('jobId' in accepted)) throw new Error('the server waited for the fill');
  return accepted.jobId;
}

/** Looks after fills until they end; `onEnd` is called once for each. */
export function useFills(
  fills: readonly RunningFill[],
  onEnd: (fill: RunningFill, job: Schemas['JobResponse'] | undefined, error: unknown) => void,
): void {
  const queries = useQueryClient();
  const told = useRef(new Set<number>());
  const jobs = useQueries({
    queries: fills.map(({ jobId }) => ({
      ...jobQuery(jobId),
      refetchInterval: POLL_MS,
    })),
  });
  useEffect(() => {
    for (const [index, fill] of fills.entries()) {
      const { data, error } = jobs[index] ?? {};
      const ended = (data !== undefined && data.finishedAt !== null) || (error ?? null) !== null;
      if (!ended || told.current.has(fill.jobId)) continue;
      told.current.add(fill.jobId);
      for (const queryKey of [['session', fill.sessionId], ['sessions'], ['queues'], ['auto-close'], ['ai-runs']]) {
        void queries.invalidateQueries({ queryKey });
      }
      onEnd(fill, data, error);
    }
  });
}
