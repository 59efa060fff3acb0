import { ApiProperty } from '@nestjs/swagger';

export class WatchlistItemResponse {
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'The code that the stock had before, where it changed' })
  formerCode!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Null for a code that the market data does not know' })
  stockName!: string | null;
  @ApiProperty({ type: 'string', nullable: true }) note!: string | null;
  @ApiProperty({ type: 'string', format: 'date-time' }) createdAt!: Date;
}

export class WatchlistResponse {
  @ApiProperty({ type: [WatchlistItemResponse], description: 'A page, in code order' }) items!: WatchlistItemResponse[];
  @ApiProperty({ type: 'integer', description: 'Of the whole list' }) total!: number;
}

export class WatchlistItemDeletedResponse {
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
  @ApiProperty({ type: 'boolean', enum: [true] }) deleted!: true;
}
