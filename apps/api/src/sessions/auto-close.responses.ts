import { ApiProperty } from '@nestjs/swagger';
import { FiredRuleResponse } from '../daily-weekly/record.responses';

class AutoCloseReportResponse {
  @ApiProperty({ type: 'integer' }) sessionId!: number;
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
  @ApiProperty({ type: 'string', nullable: true }) stockName!: string | null;
  @ApiProperty({ type: [FiredRuleResponse] }) rules!: FiredRuleResponse[];
}

export class AutoCloseReportsResponse {
  @ApiProperty({
    type: [AutoCloseReportResponse],
    description: 'By priority, highest first; nothing is closed by asking',
  })
  reports!: AutoCloseReportResponse[];
  @ApiProperty({ type: 'string', format: 'date', example: '2025-12-19' }) todayYmd!: string;
  @ApiProperty({ type: 'array', items: { type: 'string' }, description: 'Says when the market is a demo' })
  warnings!: string[];
}
