import type { AuditCheck, AuditDifference, AuditReport, RetentionView } from '#lib/upkeep';
import { ApiCount, ApiFlag, ApiInstant, ApiInteger, ApiNumber, ApiObject, ApiText } from '../http';

export class RetentionRuleResponse implements RetentionView {
  @ApiText() table!: string;
  @ApiText({ description: 'Which of its rows the rule is about' }) what!: string;
  @ApiFlag({ description: 'The row stays and only its texts go' }) emptied!: boolean;
  @ApiText({ description: 'The environment variable that sets the days' }) setting!: string;
  @ApiInteger({ minimum: 1 }) days!: number;
  @ApiNumber({ description: 'Rows of the table, as the database server estimates them' }) rows!: number;
  @ApiInstant({ nullable: true, description: 'Null before the first run' }) lastRunAt!: string | null;
  @ApiCount({ nullable: true, description: 'Rows that the last run deleted or emptied' }) lastEnded!: number | null;
}

export class RetentionResponse {
  @ApiObject([RetentionRuleResponse]) rules!: RetentionRuleResponse[];
}

export class AuditDifferenceResponse implements AuditDifference {
  @ApiText() subject!: string;
  @ApiText() stored!: string;
  @ApiText() recomputed!: string;
}

export class AuditCheckResponse implements AuditCheck {
  @ApiText({ example: 'low_volume' }) name!: string;
  @ApiCount({ description: '0 where this market has nothing of the kind' }) compared!: number;
  @ApiCount() differences!: number;
  @ApiObject([AuditDifferenceResponse], { description: 'At most ten of them' }) worst!: AuditDifferenceResponse[];
}

export class AuditReportResponse implements AuditReport {
  @ApiInstant() checkedAt!: string;
  @ApiObject([AuditCheckResponse]) checks!: AuditCheckResponse[];
}

export class AuditResponse {
  @ApiObject(AuditReportResponse, { nullable: true, description: 'Null before the first' })
  report!: AuditReportResponse | null;
}
