import { defineJob } from '#lib/queue';

/** What there is to do is read from the database when the job runs. */
export class CreateDemoWorkPayload {}

export type CreateDemoWorkResult = { scanId: number | null; sessions: number };

/** Gives a new demo market a scan, sessions with records and a score, a watch-list and positions. */
export const createDemoWorkJob = defineJob<CreateDemoWorkPayload, CreateDemoWorkResult>({
  name: 'demo.create-work',
  queue: 'market',
  payload: CreateDemoWorkPayload,
  dedupeKey: () => 'one at a time',
  retry: { attempts: 5, backoffMs: 5000, crashes: 5 },
});
