import { ApiProperty } from '@nestjs/swagger';
import { PaginationReply } from '../http/pagination.reply';

const text = { type: 'string', nullable: true } as const;
const warnings = { type: 'array', items: { type: 'string' }, description: 'Says when the market is a demo' } as const;
const day = { type: 'string', format: 'date' } as const;
const instant = { type: 'string', format: 'date-time' } as const;

export class SessionReply {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
  @ApiProperty(text) stockName!: string | null;
  @ApiProperty(day) entryDate!: string;
  @ApiProperty(text) currentPrimaryPhase!: string | null;
  @ApiProperty(text) source!: string | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'Yuan' }) entryClosePrice!: number | null;
  @ApiProperty({ type: 'string', enum: ['open', 'closed'] }) status!: string;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 }) priority!: number;
  @ApiProperty({ ...day, nullable: true }) nextReviewAt!: string | null;
  @ApiProperty({ ...instant, nullable: true }) nextReviewSetAt!: string | null;
  @ApiProperty(text) summaryNote!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, maximum: 20 }) fundamentalScore!: number | null;
  @ApiProperty(text) fundamentalNote!: string | null;
  @ApiProperty({ ...instant, nullable: true }) fundamentalScoredAt!: string | null;
  @ApiProperty(text) aiConsensus!: string | null;
  @ApiProperty({ ...instant, nullable: true }) aiConsensusAt!: string | null;
  @ApiProperty({ ...instant, nullable: true }) endedAt!: string | null;
  @ApiProperty(text) endReason!: string | null;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty(instant) updatedAt!: string;
}

export class SessionListReply {
  @ApiProperty({ type: [SessionReply] }) sessions!: SessionReply[];
  @ApiProperty({ type: PaginationReply }) pagination!: PaginationReply;
  @ApiProperty(warnings) warnings!: string[];
}

export class SessionDetailReply {
  @ApiProperty({ type: SessionReply }) session!: SessionReply;
  @ApiProperty(warnings) warnings!: string[];
}
