import { ApiProperty } from '@nestjs/swagger';
import { UserResponse } from '../auth/auth.responses';

export class ConsoleStateResponse {
  @ApiProperty({ type: UserResponse, nullable: true, description: 'null where nobody is signed in' })
  user!: UserResponse | null;
  @ApiProperty({ type: 'string', format: 'date', description: 'The calendar day in Shanghai' }) today!: string;
  @ApiProperty({ type: 'boolean', description: 'Whether the exchanges are open on that day' }) tradingDay!: boolean;
  @ApiProperty({ type: 'string', enum: ['none', 'demo', 'files', 'tushare'] }) marketSource!: string;
  @ApiProperty({ type: 'string', format: 'date', nullable: true }) marketDataThrough!: string | null;
  @ApiProperty({ type: 'array', items: { type: 'string' }, description: 'Says when the market is a demo' })
  marketNotices!: string[];
  @ApiProperty({ type: 'integer', description: 'Most trading days of a scan’s range' }) scanMaxTradingDays!: number;
  @ApiProperty({ type: 'string', enum: ['report', 'apply'] }) cycleAutoClose!: string;
  @ApiProperty({ type: 'integer', description: 'Largest file that may be uploaded' }) uploadMaxBytes!: number;
}
