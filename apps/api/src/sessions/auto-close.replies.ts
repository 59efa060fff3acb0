import { ApiProperty } from '@nestjs/swagger';
import { FiredRuleReply } from '../daily-weekly/record.replies';

class AutoCloseReportReply {
  @ApiProperty({ type: 'integer' }) sessionId!: number;
  @ApiProperty({ type: 'string', example: '600519' }) code!: string;
  @ApiProperty({ type: 'string', nullable: true }) stockName!: string | null;
  @ApiProperty({ type: [FiredRuleReply] }) rules!: FiredRuleReply[];
}

export class AutoCloseReportsReply {
  @ApiProperty({ type: [AutoCloseReportReply], description: 'By priority, highest first; nothing is closed by asking' })
  reports!: AutoCloseReportReply[];
  @ApiProperty({ type: 'string', format: 'date', example: '2025-12-19' }) todayYmd!: string;
  @ApiProperty({ type: 'array', items: { type: 'string' }, description: 'Says when the market is a demo' })
  warnings!: string[];
}
