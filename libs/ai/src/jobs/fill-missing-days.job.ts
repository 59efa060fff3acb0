import { defineJob } from '#lib/queue';
import type { DailyFillResult } from '../fills/fill-result';
import { FillDailyPayload } from './fill-daily.job';

/** The daily fill that leaves every existing record alone: a job of its own, because a payload never changes. */
export const fillMissingDaysJob = defineJob<FillDailyPayload, DailyFillResult>({
  name: 'ai.fill-missing-days',
  queue: 'ai',
  limitedPerUser: true,
  payload: FillDailyPayload,
  dedupeKey: ({ sessionId }) => String(sessionId),
  retry: { attempts: 1, backoffMs: 300, crashes: 3 },
});
