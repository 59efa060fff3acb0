import { defineJob } from '#lib/queue';

/** What is missing is read from the database when the job runs. */
export class GrowDemoMarketPayload {}

export type GrowDemoMarketResult = { daysAdded: number; barsAdded: number };

/** Adds the open days that have passed to the demo market; does nothing to a real one. */
export const growDemoMarketJob = defineJob<GrowDemoMarketPayload, GrowDemoMarketResult>({
  name: 'market.grow-demo',
  queue: 'market',
  payload: GrowDemoMarketPayload,
  dedupeKey: () => 'one at a time',
  retry: { attempts: 5, backoffMs: 5000, crashes: 5 },
});
