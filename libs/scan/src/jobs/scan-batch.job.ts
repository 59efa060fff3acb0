import { IsBoolean, IsIn, IsInt, IsNumber, IsOptional, Matches, Max, Min } from 'class-validator';
import { calendarDayOf, type JsonValue } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';
import { defineJob } from '#lib/queue';
import {
  DEFAULT_SCAN_OPTIONS,
  MAX_CAP_TOLERANCE_PCT,
  MAX_SKIP_CLOSED_DAYS,
  type ScanOptions,
  VOLUME_BASES,
  type VolumeBasis,
} from '../domain/scan-options';
import { PRIOR_WINDOW_DAYS, scanKey, type ScanRequest } from '../domain/scan-request';
import type { ScanPersist } from '../persistence/scan-range.entity';
import type { ScanRow } from '../persistence/stored-hit.entity';

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** The payload of {@link scanBatchJob} by builds before 0.2: no cap tolerance, every hit opened. */
export class FirstScanBatchPayload {
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

  @IsIn(VOLUME_BASES)
  volumeBasis: VolumeBasis = DEFAULT_SCAN_OPTIONS.volumeBasis;

  @IsBoolean()
  excludeLocked: boolean = DEFAULT_SCAN_OPTIONS.excludeLocked;

  @IsBoolean()
  excludeSt: boolean = DEFAULT_SCAN_OPTIONS.excludeSt;

  @IsInt()
  @Min(0)
  @Max(PRIOR_WINDOW_DAYS)
  minPriorBars: number = DEFAULT_SCAN_OPTIONS.minPriorBars;

  @IsInt()
  requestedBy!: number;

  @IsOptional()
  @IsBoolean()
  allowIncomplete?: boolean;
}

/** One step of a batch walk: the next `limit` candidates after the cursor. */
export class ScanBatchPayload extends FirstScanBatchPayload implements ScanOptions {
  @IsNumber()
  @Min(0)
  @Max(MAX_CAP_TOLERANCE_PCT)
  capTolerancePct: number = DEFAULT_SCAN_OPTIONS.capTolerancePct;

  @IsInt()
  @Min(0)
  @Max(MAX_SKIP_CLOSED_DAYS)
  skipClosedDays: number = DEFAULT_SCAN_OPTIONS.skipClosedDays;
}

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
  /** Hits of this batch over its stocks, 4 decimals; null if it had none. */
  breadth: number | null;
  options: ScanOptions;
  rulesNote: string;
  warnings: string[];
  marketSource: StoredMarketSource;
} & Record<string, JsonValue>;

/** The request of a payload; one of a build before 0.2 lacks the options that came later. */
export function toScanRequest(payload: FirstScanBatchPayload): ScanRequest {
  const { volumeBasis, excludeLocked, excludeSt, minPriorBars, capTolerancePct, skipClosedDays } = {
    ...DEFAULT_SCAN_OPTIONS,
    ...payload,
  };
  return {
    startDate: calendarDayOf(payload.startDate),
    endDate: calendarDayOf(payload.endDate),
    circMktMinYi: payload.circMktMinYi,
    circMktMaxYi: payload.circMktMaxYi,
    options: { volumeBasis, excludeLocked, excludeSt, minPriorBars, capTolerancePct, skipClosedDays },
  };
}

const batchKey = (payload: FirstScanBatchPayload): string =>
  [
    scanKey(toScanRequest(payload)),
    payload.afterCode ?? '',
    payload.limit,
    payload.allowIncomplete === true ? 'incomplete' : '',
  ].join('|');

/** A caller waits for it, so it tries again quickly and not often. Two equal requests of one caller in flight are one job. */
const WAITED_FOR = { attempts: 3, backoffMs: 300, crashes: 3 };

export const scanBatchJob = defineJob<ScanBatchPayload, ScanBatchResult>({
  name: 'scan.batch2',
  queue: 'interactive',
  limitedPerUser: true,
  payload: ScanBatchPayload,
  dedupeKey: batchKey,
  retry: WAITED_FOR,
});

/** The same as builds before 0.2 enqueue it; handled for one release (docs/upgrades.md). */
export const firstScanBatchJob = defineJob<FirstScanBatchPayload, ScanBatchResult>({
  name: 'scan.batch',
  queue: 'interactive',
  limitedPerUser: true,
  payload: FirstScanBatchPayload,
  dedupeKey: batchKey,
  retry: WAITED_FOR,
});
