import { IsBoolean, IsInt, Max, Min } from 'class-validator';
import { defineJob } from '#lib/queue';
import { MAX_LOOKBACK_DAYS, MIN_LOOKBACK_DAYS } from '../choose-entry';

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

// Type aliases, not interfaces: only they are assignable to JsonValue.
export type ImportedHolding = {
  code: string;
  /** Null where nothing was written. */
  sessionId: number | null;
  entryDate: string;
  entryClosePrice: number;
};

export type HoldingsImportReport = {
  /** In code order, as the others. */
  created: ImportedHolding[];
  skipped: { code: string; reason: 'already_open' }[];
  errors: { code: string; error: 'unknown_code' | 'no_market_data'; detail: string }[];
  dryRun: boolean;
  lookbackTradingDays: number;
  marketSource: string;
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
