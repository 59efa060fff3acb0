import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse } from '../http/pagination.response';

class RiserResponse {
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
  @ApiProperty({ type: 'string', nullable: true }) stockName!: string | null;
  @ApiProperty({ type: 'number', description: 'Yuan' }) close!: number;
  @ApiProperty({ type: 'number', description: 'Percent, from the ex-right previous close' }) changePct!: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'The open session of the stock' })
  sessionId!: number | null;
}

export class RisersResponse {
  @ApiProperty({ type: 'string', format: 'date', nullable: true, description: 'The latest day whose bars are final' })
  tradeDate!: string | null;
  @ApiProperty({ type: [RiserResponse], description: 'Highest first' }) risers!: RiserResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
  @ApiProperty({ type: 'array', items: { type: 'string' }, description: 'Says when the market is a demo' })
  warnings!: string[];
}
