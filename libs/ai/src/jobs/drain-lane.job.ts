import { IsInt, Max, Min } from 'class-validator';
import { MAX_DRAIN_LANES } from '#lib/config';
import { defineJob } from '#lib/queue';

/** One of the lanes in which a drain's sessions are filled side by side. All else stands in its rows. */
export class DrainLanePayload {
  @IsInt()
  @Min(1)
  drainId!: number;

  @IsInt()
  @Min(1)
  @Max(MAX_DRAIN_LANES)
  laneNo!: number;
}

export type DrainLaneResult = { filled: number; skipped: number; failed: number };

/**
 * A lane lives through a whole drain and so through many losses of its worker; a session that kills workers is given up by
 * its own count of tries.
 */
export const drainLaneJob = defineJob<DrainLanePayload, DrainLaneResult>({
  name: 'ai.drain-lane',
  queue: 'drain',
  payload: DrainLanePayload,
  dedupeKey: ({ drainId, laneNo }) => `${drainId}/${laneNo}`,
  retry: { attempts: 20, backoffMs: 1000, crashes: 1000 },
});
