import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse } from '../http/pagination.response';

export class FundamentalItemResponse {
  @ApiProperty({ type: 'string', example: 'revenue_growth' }) key!: string;
  @ApiProperty({ type: 'string', example: '营收增长' }) label!: string;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 1 }) points!: number;
  @ApiProperty({ type: 'string', description: 'Why, with the figures used' }) reason!: string;
  @ApiProperty({ type: 'string', enum: ['data', 'model', 'none'], description: 'none: nothing was known, no point' })
  decidedBy!: string;
}

export class FundamentalScoreResponse {
  @ApiProperty({ type: 'integer' }) sessionId!: number;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    minimum: 0,
    maximum: 20,
    description: "The session's score after the call: unchanged where data decided fewer than 12 items",
  })
  score!: number | null;
  @ApiProperty({ type: 'string', nullable: true }) note!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 20, description: 'Items that data decided' })
  available!: number;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 20, description: 'Items that a model judged' })
  judged!: number;
  @ApiProperty({ type: [FundamentalItemResponse] }) items!: FundamentalItemResponse[];
  @ApiProperty({ type: 'integer', nullable: true, description: 'The model run that judged the rest' })
  aiRunId!: number | null;
  @ApiProperty({ type: 'string', enum: ['none', 'demo', 'files', 'tushare'] }) marketSource!: string;
  @ApiProperty({ type: 'array', items: { type: 'string' } }) warnings!: string[];
}

export class KeptFundamentalScoreResponse {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'string', format: 'date-time' }) scoredAt!: string;
  @ApiProperty({ type: 'string', format: 'date', description: 'The facts are those that were public on this day' })
  asOf!: string;
  @ApiProperty({
    type: 'string',
    format: 'date',
    nullable: true,
    description: 'When the newest statement was published; null without one',
  })
  dataThrough!: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 20, description: 'Sum of the items' }) score!: number;
  @ApiProperty({ type: 'boolean', description: 'False: data decided fewer than 12 items, the session kept its score' })
  applied!: boolean;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 20, description: 'Items that data decided' })
  available!: number;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 20, description: 'Items that a model judged' })
  judged!: number;
  @ApiProperty({ type: 'string' }) note!: string;
  @ApiProperty({ type: [FundamentalItemResponse] }) items!: readonly FundamentalItemResponse[];
  @ApiProperty({ type: 'integer', nullable: true, description: 'The model run that judged the rest' })
  aiRunId!: number | null;
  @ApiProperty({ type: 'string', enum: ['none', 'demo', 'files', 'tushare'] }) marketSource!: string;
  @ApiProperty({ type: 'array', items: { type: 'string' }, description: 'What went wrong with the models' })
  warnings!: readonly string[];
}

export class FundamentalScoreListResponse {
  @ApiProperty({ type: [KeptFundamentalScoreResponse] }) scores!: KeptFundamentalScoreResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
}
