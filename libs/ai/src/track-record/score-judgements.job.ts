import type { JsonValue } from '#lib/kernel';
import { defineJob } from '#lib/queue';

/** Scores whatever is due; the day is in the database, not in the payload. */
export class ScoreJudgementsPayload {}

export type JudgementsScored = { days: number; scores: number } & Record<string, JsonValue>;

export const scoreJudgementsJob = defineJob<ScoreJudgementsPayload, JudgementsScored>({
  name: 'ai.score-judgements',
  queue: 'maintenance',
  payload: ScoreJudgementsPayload,
  dedupeKey: () => 'all',
  retry: { attempts: 5, backoffMs: 5_000, crashes: 5 },
});
