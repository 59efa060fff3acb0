import { defineJob } from '#lib/queue';

/** What is to be synced stands in `market_sync`. */
export class SyncMarketPayload {}

export type SyncMarketResult = { syncs: number };

/**
 * Works through the wishes that wait, one sync at a time in the whole installation. A sync that has to wait (for the second
 * reading, a quota, a vendor that is away) ends the try, and the next one goes on where it was: so there are many tries.
 */
export const syncMarketJob = defineJob<SyncMarketPayload, SyncMarketResult>({
  name: 'market.sync',
  queue: 'market',
  payload: SyncMarketPayload,
  dedupeKey: () => 'one at a time',
  retry: { attempts: 5000, backoffMs: 1000, crashes: 1000 },
});
