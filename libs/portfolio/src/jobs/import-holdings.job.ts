import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import type { StoredMarketSource } from '#lib/market-data';
import { defineJob } from '#lib/queue';
import { MAX_LOOKBACK_DAYS, MIN_LOOKBACK_DAYS } from '#lib/tracking';

/** Sessions for what a user holds. */
export class ImportHoldingsPayload {
  @IsInt()
  @Min(1)
  userId!: number;

  @IsInt()
  @Min(MIN_LOOKBACK_DAYS)
  @Max(MAX_LOOKBACK_DAYS)
  lookbackTradingDays!: number;

  @IsBoolean()
  dryRun!: boolean;
}

/** Why a holding got no session. */
export const HOLDING_ERRORS = ['unknown_code', 'no_market_data'] as const;

// Type aliases, not interfaces: only they are assignable to JsonValue.
export type ImportedHolding = {
  code: string;
  /** Null where nothing was written. */
  sessionId: number | null;
  entryDate: string;
  entryClosePrice: number;
};

export type SkippedHolding = { code: string; reason: 'already_open' };
export type FailedHolding = { code: string; error: (typeof HOLDING_ERRORS)[number]; detail: string };

export type HoldingsImportReport = {
  /** In code order, as the others. */
  created: ImportedHolding[];
  skipped: SkippedHolding[];
  errors: FailedHolding[];
  dryRun: boolean;
  lookbackTradingDays: number;
  marketSource: StoredMarketSource;
  warnings: string[];
};

/** A caller waits for it. Two equal requests of one caller in flight are one job. */
export const importHoldingsJob = defineJob<ImportHoldingsPayload, HoldingsImportReport>({
  name: 'holdings.import',
  queue: 'user_batch',
  limitedPerUser: true,
  payload: ImportHoldingsPayload,
  dedupeKey: ({ userId, lookbackTradingDays, dryRun }) => `${userId}/${lookbackTradingDays}/${dryRun ? 'dry' : 'wet'}`,
  retry: { attempts: 3, backoffMs: 300, crashes: 3 },
});
