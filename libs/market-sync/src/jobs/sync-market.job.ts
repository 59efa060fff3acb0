import { defineJob } from '#lib/queue';

/** What is to be synced stands in `market_sync`. */
export class SyncMarketPayload {}

export type SyncMarketResult = { syncs: number };

/**
 * Works through the requests that wait, one sync at a time in the whole installation. A sync that has to wait (for the second
 * reading, a quota, an unavailable vendor) ends the attempt, and the next one goes on from there: so there are many attempts.
 */
export const syncMarketJob = defineJob<SyncMarketPayload, SyncMarketResult>({
  name: 'market.sync',
  queue: 'market',
  payload: SyncMarketPayload,
  dedupeKey: () => 'one at a time',
  retry: { attempts: 5000, backoffMs: 1000, crashes: 1000 },
});
