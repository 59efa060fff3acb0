import { IsBoolean, IsInt, Min } from 'class-validator';
import { defineJob } from '#lib/queue';
import type { WeeklyFillResult } from '../fills/fill-result';

export class FillWeeklyPayload {
  @IsInt()
  @Min(1)
  sessionId!: number;

  @IsBoolean()
  onlyMissing!: boolean;
}

/** The panel has its own retries, and each call may cost money: what it gives up is not retried. */
export const fillWeeklyJob = defineJob<FillWeeklyPayload, WeeklyFillResult>({
  name: 'ai.fill-weekly',
  queue: 'ai',
  limitedPerUser: true,
  payload: FillWeeklyPayload,
  dedupeKey: ({ sessionId, onlyMissing }) => `${sessionId}|${onlyMissing}`,
  retry: { attempts: 1, backoffMs: 300, crashes: 3 },
});
