import { IsBoolean, IsInt, IsNumber, IsOptional, Matches, Max, Min } from 'class-validator';
import type { JsonValue } from '#lib/kernel';
import { defineJob } from '#lib/queue';

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** One step of a batch walk: the next `limit` candidates after the cursor. */
export class ScanBatchPayload {
  @Matches(DAY)
  startDate!: string;

  @Matches(DAY)
  endDate!: string;

  @IsNumber()
  circMktMinYi!: number;

  @IsNumber()
  circMktMaxYi!: number;

  @IsOptional()
  @Matches(/^[0-9]{6}$/)
  afterCode!: string | null;

  @IsInt()
  @Min(1)
  @Max(100)
  limit!: number;

  @IsInt()
  requestedBy!: number;

  @IsOptional()
  @IsBoolean()
  allowIncomplete?: boolean;
}

// Type aliases, not interfaces: only they are assignable to JsonValue.
export type ScanRow = {
  code: string;
  stockName: string | null;
  entryDate: string;
  minVolume: number;
  close: number;
  limitUp: number | null;
  circulatingMarketCapYi: number;
  priorMinVolume: number | null;
  priorMinVolumeDate: string | null;
  sessionId: number;
  outcome: 'created' | 'already_open';
};

export type ScanPersist = {
  created: number;
  alreadyOpen: number;
  excludedLimitUp: number;
  skippedShortHistory: number;
};

export type ScanBatchResult = {
  startDate: string;
  endDate: string;
  tradingDays: number;
  candidateCount: number;
  matchedCount: number;
  batchCodesProcessed: number;
  hasMore: boolean;
  nextAfterCode: string | null;
  rows: ScanRow[];
  persist: ScanPersist;
  rulesNote: string;
  warnings: string[];
  marketSource: string;
} & Record<string, JsonValue>;

/** A caller waits for it, so it tries again quickly and not often. Two equal requests of one caller in flight are one job. */
export const scanBatchJob = defineJob<ScanBatchPayload, ScanBatchResult>({
  name: 'scan.batch',
  queue: 'interactive',
  payload: ScanBatchPayload,
  dedupeKey: (payload) =>
    [
      payload.startDate,
      payload.endDate,
      payload.circMktMinYi,
      payload.circMktMaxYi,
      payload.afterCode ?? '',
      payload.limit,
      payload.allowIncomplete === true ? 'incomplete' : '',
    ].join('|'),
  retry: { attempts: 3, backoffMs: 300, crashes: 3 },
});
