import { IsBoolean, IsIn, IsInt, Min } from 'class-validator';
import { defineJob } from '#lib/queue';
import type { RecordKind } from '#lib/tracking';
import type { DailyFillResult, WeeklyFillResult } from '../fills/fill-result';

export class DryRunFillPayload {
  @IsInt()
  @Min(1)
  sessionId!: number;

  @IsIn(['daily', 'weekly'] satisfies RecordKind[])
  kind!: RecordKind;

  @IsBoolean()
  onlyMissing!: boolean;
}

/** Calls the models as a fill does, and writes no record. Its answers are kept for the fill that may follow. */
export const dryRunFillJob = defineJob<DryRunFillPayload, DailyFillResult | WeeklyFillResult>({
  name: 'ai.dry-run-fill',
  queue: 'ai',
  limitedPerUser: true,
  payload: DryRunFillPayload,
  dedupeKey: ({ sessionId, kind, onlyMissing }) => `${sessionId}|${kind}|${onlyMissing}`,
  retry: { attempts: 1, backoffMs: 300, crashes: 3 },
});
