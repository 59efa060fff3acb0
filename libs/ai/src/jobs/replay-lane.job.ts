import { IsInt, Max, Min } from 'class-validator';
import { MAX_DRAIN_LANES } from '#lib/config';
import { defineJob } from '#lib/queue';

/** One of the lanes of a replay. All else stands in its rows. */
export class ReplayLanePayload {
  @IsInt()
  @Min(1)
  replayId!: number;

  @IsInt()
  @Min(1)
  @Max(MAX_DRAIN_LANES)
  laneNo!: number;
}

export type ReplayLaneResult = { judged: number; skipped: number; failed: number };

/** In a queue of its own: a replay of hours must not keep a day's drain waiting. */
export const replayLaneJob = defineJob<ReplayLanePayload, ReplayLaneResult>({
  name: 'ai.replay-lane',
  queue: 'replay',
  payload: ReplayLanePayload,
  dedupeKey: ({ replayId, laneNo }) => `${replayId}/${laneNo}`,
  retry: { attempts: 20, backoffMs: 1000, crashes: 1000 },
});
