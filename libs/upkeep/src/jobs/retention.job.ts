import { defineJob } from '#lib/queue';

export class RetentionPayload {}

/** Deletes or empties rows after a number of days. */
export const retentionJob = defineJob<RetentionPayload, { ended: number }>({
  name: 'upkeep.retention',
  queue: 'maintenance',
  payload: RetentionPayload,
  dedupeKey: () => 'all',
  retry: { attempts: 3, backoffMs: 60_000, crashes: 3 },
});
