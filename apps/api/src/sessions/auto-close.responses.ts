import type { AutoCloseReport } from '#lib/tracking';
import { ApiCode, ApiDay, ApiId, ApiObject, ApiText, ApiWarnings } from '../http';
import { FiredRuleResponse } from '../daily-weekly/record.responses';

class AutoCloseReportResponse implements AutoCloseReport {
  @ApiId() sessionId!: number;
  @ApiCode() code!: string;
  @ApiText({ nullable: true }) stockName!: string | null;
  @ApiObject([FiredRuleResponse]) rules!: FiredRuleResponse[];
}

export class AutoCloseReportsResponse {
  @ApiObject([AutoCloseReportResponse], { description: 'By priority, highest first; nothing is closed by asking' })
  reports!: AutoCloseReportResponse[];
  @ApiDay() todayYmd!: string;
  @ApiWarnings() warnings!: string[];
}
