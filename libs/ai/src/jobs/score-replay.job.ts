import { IsInt, Min } from 'class-validator';
import { defineJob } from '#lib/queue';
import type { JudgementsScored } from '../track-record/score-judgements.job';

/** Scores a replay's judgements, as far as their horizons have passed. */
export class ScoreReplayPayload {
  @IsInt()
  @Min(1)
  replayId!: number;
}

export const scoreReplayJob = defineJob<ScoreReplayPayload, JudgementsScored>({
  name: 'ai.score-replay',
  queue: 'replay',
  payload: ScoreReplayPayload,
  dedupeKey: ({ replayId }) => String(replayId),
  retry: { attempts: 5, backoffMs: 5_000, crashes: 5 },
});
