import { IsInt, Min } from 'class-validator';
import { defineJob } from '../job-definition';

export class PruneJobsPayload {
  /** Jobs that ended more than so many days ago are deleted. */
  @IsInt()
  @Min(1)
  olderThanDays!: number;
}

export const pruneJobsJob = defineJob<PruneJobsPayload, { deleted: number }>({
  name: 'jobs.prune',
  queue: 'maintenance',
  payload: PruneJobsPayload,
  dedupeKey: () => 'all',
  retry: { attempts: 3, backoffMs: 60_000, crashes: 3 },
});
