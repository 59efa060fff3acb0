import { ArrayMaxSize, IsArray, IsInt, IsOptional } from 'class-validator';
import type { ChipWarning } from '#lib/chips';
import { defineJob, type RetryPolicy } from '#lib/queue';

/** Sessions that one request may name. */
export const MAX_CYQ_SESSIONS = 500;

/** Whose chip distributions to refresh. */
export class SyncCyqPayload {
  /** null: all open sessions. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_CYQ_SESSIONS)
  @IsInt({ each: true })
  sessionIds!: number[] | null;
}

/** The whole market, whatever sessions there are. */
export class SyncMarketCyqPayload {}

// A type alias, not an interface: only it is assignable to JsonValue.
export type CyqSyncReport = {
  /** Sessions; stocks where the whole market was asked for. */
  requested: number;
  /** Of these, with a distribution that is new or other than before. */
  updated: number;
  unchanged: number;
  /** Without a value; `warnings` say why. */
  failed: number;
  /** HTTP calls to the vendor. */
  vendorCalls: number;
  warnings: ChipWarning[];
};

const RETRY: RetryPolicy = { attempts: 3, backoffMs: 500, crashes: 3 };

/** A caller waits for it. The same sessions asked for twice are one job. */
export const syncCyqJob = defineJob<SyncCyqPayload, CyqSyncReport>({
  name: 'cyq.sync',
  queue: 'user_batch',
  limitedPerUser: true,
  payload: SyncCyqPayload,
  dedupeKey: ({ sessionIds }) => sessionIds?.join() ?? 'all',
  retry: RETRY,
});

/** Once a trading day. */
export const syncMarketCyqJob = defineJob<SyncMarketCyqPayload, CyqSyncReport>({
  name: 'cyq.sync-market',
  queue: 'market',
  payload: SyncMarketCyqPayload,
  dedupeKey: () => 'one at a time',
  retry: { ...RETRY, backoffMs: 60_000 },
});
