import { ApiProperty } from '@nestjs/swagger';
import type { DayState } from '#lib/market-data';
import { PaginationResponse } from '../http/pagination.response';

const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const nullableDay = { ...day, nullable: true } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const nullableInstant = { ...instant, nullable: true } as const;
const nullableText = { type: 'string', nullable: true } as const;
const count = { type: 'integer', minimum: 0 } as const;

export class MarketSyncResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string', enum: ['daily', 'repair', 'backfill'] }) kind!: string;
  @ApiProperty({ type: 'string', enum: ['queued', 'running', 'waiting', 'completed', 'failed'] }) status!: string;
  @ApiProperty(day) from!: string;
  @ApiProperty(day) to!: string;
  @ApiProperty({ ...count, description: 'Questions to the vendor, as far as known' }) unitsTotal!: number;
  @ApiProperty({ ...count, description: 'Those of them that are answered' }) unitsDone!: number;
  @ApiProperty({ ...count, description: 'Rows that came' }) rows!: number;
  @ApiProperty({ ...count, description: 'HTTP calls that were made' }) calls!: number;
  @ApiProperty({ ...nullableText, description: 'What it does now, or what it waits for' }) stage!: string | null;
  @ApiProperty(nullableText) error!: string | null;
  @ApiProperty({ ...nullableInstant, description: 'When one that waits goes on' }) resumeAt!: string | null;
  @ApiProperty({ ...nullableText, description: 'Who asked for it; null for the schedule' }) startedBy!: string | null;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty(nullableInstant) startedAt!: string | null;
  @ApiProperty(nullableInstant) finishedAt!: string | null;
}

export class MarketSyncListResponse {
  @ApiProperty({ type: [MarketSyncResponse] }) syncs!: MarketSyncResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
}

export class MarketSyncStartedResponse {
  @ApiProperty({ type: 'integer' }) syncId!: number;
}

export class DataSetErrorResponse {
  @ApiProperty({ type: 'string', description: 'rate, quota, permission, vendor, not_configured or import' })
  kind!: string;
  @ApiProperty({ type: 'string' }) message!: string;
}

export class MarketDataSetResponse {
  @ApiProperty({ type: 'string', example: 'daily_bar' }) name!: string;
  @ApiProperty(nullableDay) from!: string | null;
  @ApiProperty(nullableDay) to!: string | null;
  @ApiProperty({ type: 'array', items: day, description: 'Open days between the two that have nothing' })
  holes!: string[];
  @ApiProperty({ type: DataSetErrorResponse, nullable: true }) lastError!: DataSetErrorResponse | null;
}

export class MarketCoverageResponse {
  @ApiProperty({ type: 'string', enum: ['none', 'demo', 'files', 'tushare'] }) source!: string;
  @ApiProperty(count) stocks!: number;
  @ApiProperty(count) bars!: number;
  @ApiProperty(nullableDay) from!: string | null;
  @ApiProperty(nullableDay) to!: string | null;
  @ApiProperty({ type: [MarketDataSetResponse] }) dataSets!: MarketDataSetResponse[];
  @ApiProperty({ ...nullableDay, description: 'The newest day whose data are final and all there' })
  latestCompleteDay!: string | null;
  @ApiProperty({ ...nullableDay, description: 'A day whose bars were read before 15:45 of it, and may still change' })
  provisionalDay!: string | null;
  @ApiProperty({ type: MarketSyncResponse, nullable: true, description: 'The sync that runs, or waits' })
  sync!: MarketSyncResponse | null;
  @ApiProperty({ type: 'array', items: { type: 'string' } }) warnings!: string[];
}

export class MarketDayResponse {
  @ApiProperty(day) day!: string;
  @ApiProperty(count) bars!: number;
  @ApiProperty({
    ...count,
    nullable: true,
    description: 'Listed stocks that were not suspended, else the median of the twenty days around; null: not known',
  })
  expected!: number | null;
  @ApiProperty({ type: 'number', nullable: true, minimum: 0, maximum: 1 }) share!: number | null;
  @ApiProperty({
    type: 'string',
    enum: ['complete', 'incomplete', 'provisional', 'empty'],
    description: 'empty: no bars; provisional: read before they were final; incomplete: short, or not all there',
  })
  state!: DayState;
}

export class MarketDaysResponse {
  @ApiProperty({ type: [MarketDayResponse], description: 'Open days, oldest first, 800 at most' })
  days!: MarketDayResponse[];
  @ApiProperty({ type: 'array', items: { type: 'string' } }) warnings!: string[];
}
