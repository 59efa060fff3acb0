import { IsInt, Min } from 'class-validator';
import { defineJob } from '#lib/queue';
import type { DailyFillResult } from '../fills/fill-result';

export class FillDailyPayload {
  @IsInt()
  @Min(1)
  sessionId!: number;
}

/** The panel has its own retries, and each call may cost money: what it gives up is not retried. */
export const fillDailyJob = defineJob<FillDailyPayload, DailyFillResult>({
  name: 'ai.fill-daily',
  queue: 'ai',
  limitedPerUser: true,
  payload: FillDailyPayload,
  dedupeKey: ({ sessionId }) => String(sessionId),
  retry: { attempts: 1, backoffMs: 300, crashes: 3 },
});
