import type { CalendarDay } from '#lib/kernel';
import { DAY_LOCKS, type DayLock, LIMIT_UP_BASES, type LimitUpBasis, type StoredMarketSource } from '#lib/market-data';
import {
  HIT_OUTCOMES,
  type HitOutcome,
  type RangeDescription,
  SCAN_STATUSES,
  type ScanHit,
  type ScanOptions,
  type ScanPersist,
  type ScanRow,
  type ScanStatus,
  type ScanView,
  VOLUME_BASES,
  type VolumeBasis,
} from '#lib/scan';
import {
  ApiCode,
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiId,
  ApiInstant,
  ApiMarketSource,
  ApiNumber,
  ApiObject,
  ApiText,
  ApiWarnings,
  ApiYuan,
} from '../http';
import { PaginationResponse } from '../http/pagination.response';

export class ScanRangeResponse implements RangeDescription {
  @ApiDay() startDate!: string;
  @ApiDay() endDate!: string;
  @ApiCount({ description: 'Open days of the calendar in the range' }) tradingDays!: number;
  @ApiCount() maxTradingDays!: number;
  @ApiFlag() withinLimit!: boolean;
  @ApiDay({ nullable: true, description: 'Latest day with bars' }) marketDataThrough!: string | null;
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiWarnings() warnings!: string[];
}

export class ScanRowResponse implements ScanRow {
  @ApiCode() code!: string;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiDay({ description: 'The latest day of the range that traded its lowest volume' }) entryDate!: string;
  @ApiCount({ example: 2087700, description: 'Shares' }) minVolume!: number;
  @ApiYuan({ example: 12.05 }) close!: number;
  @ApiYuan({ nullable: true, description: 'Yuan; null on a day without a limit' }) limitUp!: number | null;
  @ApiNumber({ example: 36.62, description: '亿 yuan' }) circulatingMarketCapYi!: number;
  @ApiCount({ nullable: true, description: 'Lowest volume of the 360 open days before, shares' })
  priorMinVolume!: number | null;
  @ApiDay({ nullable: true }) priorMinVolumeDate!: string | null;
  @ApiId() sessionId!: number;
  @ApiEnum(HIT_OUTCOMES) outcome!: HitOutcome;
  @ApiFlag({
    nullable: true,
    description:
      'Whether it is a hit on share-adjusted volumes too; null, as the fields below, on scans of older builds',
  })
  hitAdjusted!: boolean | null;
  @ApiEnum(DAY_LOCKS, { nullable: true, description: 'What a one-price entry day was locked at; null on any other' })
  entryLock!: DayLock | null;
  @ApiEnum(DAY_LOCKS, { nullable: true, description: 'The same of the day of priorMinVolume' })
  priorLock!: DayLock | null;
  @ApiCount({ nullable: true, description: 'Bars on the 360 open days before' }) priorBars!: number | null;
  @ApiDay({ nullable: true, description: 'Day of circulatingMarketCapYi' }) capDate!: string | null;
  @ApiFlag({ nullable: true, description: 'ST on the entry day; null if unknown' }) isSt!: boolean | null;
  @ApiNumber({
    nullable: true,
    description: "minVolume over the stock's own median of the 250 open days before, 4 decimals",
  })
  relVolume!: number | null;
  @ApiEnum(LIMIT_UP_BASES, {
    nullable: true,
    description:
      'Where limitUp comes from: the vendor, or the rule on the ex-right previous close, on the adjusted close of the bar before, or on its raw close',
  })
  limitUpBasis!: LimitUpBasis | null;
  @ApiNumber({
    nullable: true,
    description:
      'By how many percent circulatingMarketCapYi may be off because it was computed from a rounded turnover; null if it was not',
  })
  capErrorPct!: number | null;
  @ApiFlag({
    nullable: true,
    description:
      'Whether circulatingMarketCapYi is the close of capDate times the circulating shares of an earlier day, because the day has none yet; null on hits of older builds',
  })
  capEstimated!: boolean | null;
}

export class ScanHitResponse extends ScanRowResponse implements ScanHit {
  @ApiText({ nullable: true, description: 'Of the company, as the market data have it today' })
  industry!: string | null;
}

export class ScanOptionsResponse implements ScanOptions {
  @ApiEnum(VOLUME_BASES) volumeBasis!: VolumeBasis;
  @ApiFlag() excludeLocked!: boolean;
  @ApiFlag() excludeSt!: boolean;
  @ApiCount() minPriorBars!: number;
  @ApiNumber() capTolerancePct!: number;
  @ApiCount() skipClosedDays!: number;
}

export class ScanPersistResponse implements ScanPersist {
  @ApiCount() created!: number;
  @ApiCount() alreadyOpen!: number;
  @ApiCount({ description: 'Hits that a person had closed or deleted, not opened again' }) closedBefore!: number;
  @ApiCount() excludedLimitUp!: number;
  @ApiCount() skippedShortHistory!: number;
}

export class ScanBatchResponse {
  @ApiDay() startDate!: string;
  @ApiDay() endDate!: string;
  @ApiCount() tradingDays!: number;
  @ApiCount({ description: 'Stocks that are evaluated in all batches together' }) candidateCount!: number;
  @ApiCount({ description: 'Hits of this batch' }) matchedCount!: number;
  @ApiCount() batchCodesProcessed!: number;
  @ApiFlag() hasMore!: boolean;
  @ApiText({ nullable: true, description: 'after_code of the next batch' }) nextAfterCode!: string | null;
  @ApiObject([ScanRowResponse]) rows!: ScanRowResponse[];
  @ApiObject(ScanPersistResponse) persist!: ScanPersistResponse;
  @ApiNumber({ nullable: true, description: 'Hits over the stocks evaluated, 4 decimals' }) breadth!: number | null;
  @ApiObject(ScanOptionsResponse) options!: ScanOptionsResponse;
  @ApiText({ description: 'The rules in one sentence with the numbers used' }) rulesNote!: string;
  @ApiWarnings() warnings!: string[];
  @ApiMarketSource() marketSource!: StoredMarketSource;
}

export class ScanStartedResponse {
  @ApiId() scanId!: number;
}

export class ScanResponse implements ScanView {
  @ApiId() id!: number;
  @ApiEnum(SCAN_STATUSES) status!: ScanStatus;
  @ApiDay() startDate!: CalendarDay;
  @ApiDay() endDate!: CalendarDay;
  @ApiCount() tradingDays!: number;
  @ApiNumber() circMktMinYi!: number;
  @ApiNumber() circMktMaxYi!: number;
  @ApiCount() candidateCount!: number;
  @ApiCount({ description: 'Candidates evaluated so far' }) processedCount!: number;
  @ApiCount() matchedCount!: number;
  @ApiObject(ScanPersistResponse) persist!: ScanPersistResponse;
  @ApiNumber({ nullable: true, description: 'Hits over the stocks evaluated, 4 decimals' }) breadth!: number | null;
  @ApiObject(ScanOptionsResponse) options!: ScanOptionsResponse;
  @ApiWarnings() warnings!: string[];
  @ApiMarketSource() marketSource!: StoredMarketSource;
  @ApiText({ nullable: true, description: 'Who started it' }) startedBy!: string | null;
  @ApiInstant() createdAt!: string;
  @ApiInstant({ nullable: true }) startedAt!: string | null;
  @ApiInstant({ nullable: true }) finishedAt!: string | null;
  @ApiText({ nullable: true }) error!: string | null;
  @ApiCount({ description: 'How often a worker was lost over a part of it, which another took up again' })
  interruptions!: number;
}

export class ScanListResponse {
  @ApiObject([ScanResponse]) scans!: ScanResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}

export class ScanHitsResponse {
  @ApiObject([ScanHitResponse]) hits!: ScanHitResponse[];
  @ApiWarnings() warnings!: string[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}
