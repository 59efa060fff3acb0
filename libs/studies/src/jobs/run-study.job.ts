import { IsInt, Min } from 'class-validator';
import { defineJob } from '#lib/queue';

/** Everything else about the study stands in its row. */
export class RunStudyPayload {
  @IsInt()
  @Min(1)
  studyId!: number;
}

export type RunStudyResult = { cases: number };

/** A screen over five years of a market may take minutes. */
const LONGEST_RUN_MS = 30 * 60_000;

export const runStudyJob = defineJob<RunStudyPayload, RunStudyResult>({
  name: 'study.run',
  queue: 'study',
  limitedPerUser: true,
  payload: RunStudyPayload,
  dedupeKey: ({ studyId }) => String(studyId),
  retry: { attempts: 3, backoffMs: 2000, crashes: 5 },
  maxRunMs: LONGEST_RUN_MS,
});
