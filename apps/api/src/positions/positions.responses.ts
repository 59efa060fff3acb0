import { ApiProperty } from '@nestjs/swagger';

export class PositionResponse {
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The code that the stock had before, where it changed' })
  formerCode!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Null for a code that the market data does not know' })
  stockName!: string | null;
  @ApiProperty({ type: 'number', example: 500 }) quantity!: number;
  @ApiProperty({ type: 'number', nullable: true, example: 1688.5 }) avgCost!: number | null;
  @ApiProperty({ type: 'string', format: 'date', nullable: true }) openedAt!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time' }) updatedAt!: Date;
}

export class PositionListResponse {
  @ApiProperty({ type: [PositionResponse], description: 'A page, in code order' }) items!: PositionResponse[];
  @ApiProperty({ type: 'integer', description: 'Of the whole list' }) total!: number;
}

export class PositionDeletedResponse {
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
  @ApiProperty({ type: 'boolean', enum: [true] }) deleted!: true;
}

export class RejectedRowResponse {
  @ApiProperty({ type: 'integer', description: 'Line of the file; the header is 1', example: 7 }) line!: number;
  @ApiProperty({ type: 'string', example: 'quantity must be above 0; the cell says "0"' }) reason!: string;
}

export class PositionsImportResponse {
  @ApiProperty({ type: 'integer' }) created!: number;
  @ApiProperty({ type: 'integer' }) updated!: number;
  @ApiProperty({ type: 'integer', description: 'Stored already, with the same values' }) unchanged!: number;
  @ApiProperty({ type: 'integer', description: 'Rows whose code comes again later in the file; the last one counts' })
  duplicate!: number;
  @ApiProperty({ type: [RejectedRowResponse] }) rejected!: RejectedRowResponse[];
  @ApiProperty({ type: 'boolean' }) dryRun!: boolean;
}
