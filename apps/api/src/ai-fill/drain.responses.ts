import { ApiProperty } from '@nestjs/swagger';
import { DRAIN_KINDS } from '#lib/ai';
import { PaginationResponse } from '../http/pagination.response';

const id = { type: 'integer' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const text = { type: 'string', nullable: true } as const;

export class DrainStartedResponse {
  @ApiProperty(id) drainId!: number;
}

class DrainStopReasonResponse {
  @ApiProperty({ type: 'string', description: "A model's fault", example: 'no_credit' }) code!: string;
  @ApiProperty({ type: 'string' }) message!: string;
}

export class DrainResponse {
  @ApiProperty(id) id!: number;
  @ApiProperty({ type: 'string', enum: [...DRAIN_KINDS] }) kind!: string;
  @ApiProperty({ type: 'string', enum: ['schedule', 'manual'] }) origin!: string;
  @ApiProperty({ type: 'string', enum: ['queued', 'running', 'completed', 'failed', 'cancelled', 'stopped'] })
  status!: string;
  @ApiProperty({ type: 'boolean', description: "The day's data were not complete: another pass follows when they are" })
  provisional!: boolean;
  @ApiProperty({ type: DrainStopReasonResponse, nullable: true, description: 'Why it stopped early' })
  stopReason!: DrainStopReasonResponse | null;
  @ApiProperty({ ...day, description: 'Bars up to this day are looked at' }) tradeDay!: string;
  @ApiProperty({ ...day, description: 'The day that decided which sessions were due' }) today!: string;
  @ApiProperty({ ...count, description: 'Sessions that waited when it began' }) total!: number;
  @ApiProperty({ ...count, description: 'Of them, those that are through' }) done!: number;
  @ApiProperty(count) filled!: number;
  @ApiProperty(count) skipped!: number;
  @ApiProperty(count) failed!: number;
  @ApiProperty({
    ...count,
    description: 'Of the filled ones, those without an answer of at least one configured model',
  })
  filledByFewer!: number;
  @ApiProperty({ ...count, description: 'Sessions that wait for a model to answer again' }) waiting!: number;
  @ApiProperty({ ...count, description: 'Records created' }) generated!: number;
  @ApiProperty({ ...count, description: 'Records written over' }) overwritten!: number;
  @ApiProperty({ ...text, description: 'Who started it' }) startedBy!: string | null;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty({ ...instant, nullable: true }) startedAt!: string | null;
  @ApiProperty({ ...instant, nullable: true }) finishedAt!: string | null;
  @ApiProperty({ ...text, description: 'Why a lane was given up' }) error!: string | null;
}

class DrainOutcomeSessionResponse {
  @ApiProperty(id) sessionId!: number;
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
}

class DrainOutcomeResponse {
  @ApiProperty({ type: 'string', enum: ['skipped', 'failed'] }) status!: string;
  @ApiProperty({ type: 'string' }) reason!: string;
  @ApiProperty({ type: 'integer', minimum: 1 }) count!: number;
  @ApiProperty({ type: [DrainOutcomeSessionResponse], description: 'The first twenty' })
  sessions!: DrainOutcomeSessionResponse[];
}

class DrainModelFaultResponse {
  @ApiProperty({ type: 'string' }) model!: string;
  @ApiProperty({ type: 'string', example: 'rate_limited' }) code!: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Each time counts, also where the session was tried again' })
  count!: number;
  @ApiProperty({ ...count, description: 'Sessions that were ended without this model because of it' })
  sessions!: number;
  @ApiProperty(instant) lastAt!: string;
}

export class DrainReportResponse extends DrainResponse {
  @ApiProperty({ type: [DrainOutcomeResponse], description: 'Why sessions were skipped or failed' })
  outcomes!: DrainOutcomeResponse[];
  @ApiProperty({ type: [DrainModelFaultResponse], description: 'Models that gave no answer, by model and reason' })
  modelFaults!: DrainModelFaultResponse[];
}

export class DrainListResponse {
  @ApiProperty({ type: [DrainResponse] }) drains!: DrainResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
}
