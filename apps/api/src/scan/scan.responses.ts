import { ApiProperty } from '@nestjs/swagger';
import { type DayLock, LIMIT_UP_BASES, type LimitUpBasis } from '#lib/market-data';
import { HIT_OUTCOMES, type HitOutcome, type ScanOptions, VOLUME_BASES } from '#lib/scan';
import { PaginationResponse } from '../http/pagination.response';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const nullableDay = { ...day, nullable: true } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const nullableInstant = { ...instant, nullable: true } as const;
const count = { type: 'integer', minimum: 0 } as const;
const marketSource = { type: 'string', enum: ['none', 'demo', 'files', 'tushare'] } as const;
const lock = { type: 'string', enum: ['limit_up', 'limit_down', 'one_price', null], nullable: true } as const;
const breadth = { type: 'number', nullable: true, description: 'Hits over the stocks judged, 4 decimals' } as const;
const warnings = { type: 'array', items: { type: 'string' } } as const;

export class ScanRangeResponse {
  @ApiProperty(day) startDate!: string;
  @ApiProperty(day) endDate!: string;
  @ApiProperty({ ...count, description: 'Open days of the calendar in the range' }) tradingDays!: number;
  @ApiProperty(count) maxTradingDays!: number;
  @ApiProperty({ type: 'boolean' }) withinLimit!: boolean;
  @ApiProperty({ ...nullableDay, description: 'Latest day with bars' }) marketDataThrough!: string | null;
  @ApiProperty(marketSource) marketSource!: string;
  @ApiProperty(warnings) warnings!: string[];
}

export class ScanRowResponse {
  @ApiProperty({ type: 'string', example: '000151' }) code!: string;
  @ApiProperty({ type: 'string', nullable: true }) stockName!: string | null;
  @ApiProperty({ ...day, description: 'The latest day of the range that traded its lowest volume' }) entryDate!: string;
  @ApiProperty({ ...count, description: 'Shares', example: 2087700 }) minVolume!: number;
  @ApiProperty({ type: 'number', description: 'Yuan', example: 12.05 }) close!: number;
  @ApiProperty({ type: 'number', nullable: true, description: 'Yuan; null on a day without a limit' })
  limitUp!: number | null;
  @ApiProperty({ type: 'number', description: '亿 yuan', example: 36.62 }) circulatingMarketCapYi!: number;
  @ApiProperty({ ...count, nullable: true, description: 'Lowest volume of the 360 open days before, shares' })
  priorMinVolume!: number | null;
  @ApiProperty(nullableDay) priorMinVolumeDate!: string | null;
  @ApiProperty({ type: 'integer' }) sessionId!: number;
  @ApiProperty({ type: 'string', enum: [...HIT_OUTCOMES] }) outcome!: HitOutcome;
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description:
      'Whether it is a hit on share-adjusted volumes too; null, as the fields below, on scans of older builds',
  })
  hitAdjusted!: boolean | null;
  @ApiProperty({ ...lock, description: 'What a one-price entry day was locked at; null on any other' })
  entryLock!: DayLock | null;
  @ApiProperty({ ...lock, description: 'The same of the day of priorMinVolume' }) priorLock!: DayLock | null;
  @ApiProperty({ ...count, nullable: true, description: 'Bars on the 360 open days before' }) priorBars!: number | null;
  @ApiProperty({ ...nullableDay, description: 'Day of circulatingMarketCapYi' }) capDate!: string | null;
  @ApiProperty({ type: 'boolean', nullable: true, description: 'ST on the entry day; null where unknown' })
  isSt!: boolean | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: "minVolume over the stock's own median of the 250 open days before, 4 decimals",
  })
  relVolume!: number | null;
  @ApiProperty({
    type: 'string',
    enum: [...LIMIT_UP_BASES, null],
    nullable: true,
    description:
      'Where limitUp comes from: the vendor, or the rule on the ex-right previous close, on the adjusted close of the bar before, or on its raw close',
  })
  limitUpBasis!: LimitUpBasis | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      'By how many percent circulatingMarketCapYi may be off because it was made from a rounded turnover; null where it was not',
  })
  capErrorPct!: number | null;
  @ApiProperty({
    type: 'boolean',
    nullable: true,
    description:
      'Whether circulatingMarketCapYi is the close of capDate times the circulating shares of an earlier day, because the day has none yet; null on hits of older builds',
  })
  capEstimated!: boolean | null;
}

export class ScanHitResponse extends ScanRowResponse {
  @ApiProperty({ type: 'string', nullable: true, description: 'Of the company, as the market data have it today' })
  industry!: string | null;
}

export class ScanOptionsResponse implements ScanOptions {
  @ApiProperty({ type: 'string', enum: [...VOLUME_BASES] }) volumeBasis!: ScanOptions['volumeBasis'];
  @ApiProperty({ type: 'boolean' }) excludeLocked!: boolean;
  @ApiProperty({ type: 'boolean' }) excludeSt!: boolean;
  @ApiProperty(count) minPriorBars!: number;
  @ApiProperty({ type: 'number' }) capTolerancePct!: number;
  @ApiProperty(count) skipClosedDays!: number;
}

export class ScanPersistResponse {
  @ApiProperty(count) created!: number;
  @ApiProperty(count) alreadyOpen!: number;
  @ApiProperty({ ...count, description: 'Hits that a person had closed or deleted, not opened again' })
  closedBefore!: number;
  @ApiProperty(count) excludedLimitUp!: number;
  @ApiProperty(count) skippedShortHistory!: number;
}

export class ScanBatchResponse {
  @ApiProperty(day) startDate!: string;
  @ApiProperty(day) endDate!: string;
  @ApiProperty(count) tradingDays!: number;
  @ApiProperty({ ...count, description: 'Stocks that are judged in all batches together' }) candidateCount!: number;
  @ApiProperty({ ...count, description: 'Hits of this batch' }) matchedCount!: number;
  @ApiProperty(count) batchCodesProcessed!: number;
  @ApiProperty({ type: 'boolean' }) hasMore!: boolean;
  @ApiProperty({ type: 'string', nullable: true, description: 'after_code of the next batch' })
  nextAfterCode!: string | null;
  @ApiProperty({ type: [ScanRowResponse] }) rows!: ScanRowResponse[];
  @ApiProperty({ type: ScanPersistResponse }) persist!: ScanPersistResponse;
  @ApiProperty(breadth) breadth!: number | null;
  @ApiProperty({ type: ScanOptionsResponse }) options!: ScanOptionsResponse;
  @ApiProperty({ type: 'string', description: 'The rules in one sentence with the figures used' }) rulesNote!: string;
  @ApiProperty(warnings) warnings!: string[];
  @ApiProperty(marketSource) marketSource!: string;
}

export class ScanStartedResponse {
  @ApiProperty({ type: 'integer' }) scanId!: number;
}

export class ScanResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string', enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] }) status!: string;
  @ApiProperty(day) startDate!: string;
  @ApiProperty(day) endDate!: string;
  @ApiProperty(count) tradingDays!: number;
  @ApiProperty({ type: 'number' }) circMktMinYi!: number;
  @ApiProperty({ type: 'number' }) circMktMaxYi!: number;
  @ApiProperty(count) candidateCount!: number;
  @ApiProperty({ ...count, description: 'Candidates judged so far' }) processedCount!: number;
  @ApiProperty(count) matchedCount!: number;
  @ApiProperty({ type: ScanPersistResponse }) persist!: ScanPersistResponse;
  @ApiProperty(breadth) breadth!: number | null;
  @ApiProperty({ type: ScanOptionsResponse }) options!: ScanOptionsResponse;
  @ApiProperty(warnings) warnings!: string[];
  @ApiProperty(marketSource) marketSource!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'Who started it' }) startedBy!: string | null;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty(nullableInstant) startedAt!: string | null;
  @ApiProperty(nullableInstant) finishedAt!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) error!: string | null;
  @ApiProperty({ ...count, description: 'How often a worker was lost over a part of it, which another took up again' })
  interruptions!: number;
}

export class ScanListResponse {
  @ApiProperty({ type: [ScanResponse] }) scans!: ScanResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
}

export class ScanHitsResponse {
  @ApiProperty({ type: [ScanHitResponse] }) hits!: ScanHitResponse[];
  @ApiProperty(warnings) warnings!: string[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
}
