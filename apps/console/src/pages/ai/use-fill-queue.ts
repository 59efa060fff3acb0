import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api, readData, type Schemas } from '../../api/client';

export type FillKind = 'daily' | 'weekly';

/** A session that waits, whichever queue it is in. */
export type WaitingSession = (
  Schemas['DailyQueueSessionResponse'] | Omit<Schemas['WeeklyQueueSessionResponse'], 'missingWeeks'>
) & { readonly missing: number };

export interface FillQueue {
  readonly total: number;
  readonly missing: number;
  readonly warnings: readonly string[];
  readonly sessions: readonly WaitingSession[];
}

/** The sessions that wait for a fill, most overdue first. */
export function useFillQueue(kind: FillKind): UseQueryResult<FillQueue> {
  return useQuery({ queryKey: ['queues', kind], queryFn: () => (kind === 'daily' ? readDaily() : readWeekly()) });
}

async function readDaily(): Promise<FillQueue> {
  const { total, warnings, sessions } = await readData(api.GET('/api/stock-cycle/sessions/ai-fill-daily-queue'));
  return toFillQueue(
    total,
    warnings,
    sessions.map((session) => ({ ...session, missing: session.missingDays })),
  );
}

async function readWeekly(): Promise<FillQueue> {
  const { total, warnings, sessions } = await readData(api.GET('/api/stock-cycle/sessions/ai-fill-weekly-queue'));
  return toFillQueue(
    total,
    warnings,
    sessions.map((session) => ({ ...session, missing: session.missingWeeks })),
  );
}

function toFillQueue(total: number, warnings: readonly string[], sessions: readonly WaitingSession[]): FillQueue {
  return { total, warnings, sessions, missing: sessions.reduce((sum, session) => sum + session.missing, 0) };
}
