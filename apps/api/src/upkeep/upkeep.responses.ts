import { ApiProperty } from '@nestjs/swagger';
import type { AuditCheck, AuditDifference, AuditReport, RetentionView } from '#lib/upkeep';

export class RetentionRuleResponse implements RetentionView {
  @ApiProperty({ type: 'string' }) table!: string;
  @ApiProperty({ type: 'string', description: 'Which of its rows the rule is about' }) what!: string;
  @ApiProperty({ type: 'boolean', description: 'The row stays and only its texts go' }) emptied!: boolean;
  @ApiProperty({ type: 'string', description: 'The environment variable that sets the days' }) setting!: string;
  @ApiProperty({ type: 'integer', minimum: 1 }) days!: number;
  @ApiProperty({ type: 'number', description: 'Rows of the table, as the database server estimates them' })
  rows!: number;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, description: 'Null before the first run' })
  lastRunAt!: string | null;
  @ApiProperty({
    type: 'integer',
    minimum: 0,
    nullable: true,
    description: 'Rows that the last run deleted or emptied',
  })
  lastEnded!: number | null;
}

export class RetentionResponse {
  @ApiProperty({ type: [RetentionRuleResponse] }) rules!: RetentionRuleResponse[];
}

export class AuditDifferenceResponse {
  @ApiProperty({ type: 'string' }) subject!: AuditDifference['subject'];
  @ApiProperty({ type: 'string' }) stored!: AuditDifference['stored'];
  @ApiProperty({ type: 'string' }) recomputed!: AuditDifference['recomputed'];
}

export class AuditCheckResponse {
  @ApiProperty({ type: 'string', example: 'low_volume' }) name!: AuditCheck['name'];
  @ApiProperty({ type: 'integer', minimum: 0, description: '0 where this market has nothing of the kind' })
  compared!: AuditCheck['compared'];
  @ApiProperty({ type: 'integer', minimum: 0 }) differences!: AuditCheck['differences'];
  @ApiProperty({ type: [AuditDifferenceResponse], description: 'At most ten of them' })
  worst!: AuditDifferenceResponse[];
}

export class AuditReportResponse {
  @ApiProperty({ type: 'string', format: 'date-time' }) checkedAt!: AuditReport['checkedAt'];
  @ApiProperty({ type: [AuditCheckResponse] }) checks!: AuditCheckResponse[];
}

export class AuditResponse {
  @ApiProperty({ type: AuditReportResponse, nullable: true, description: 'Null before the first' })
  report!: AuditReportResponse | null;
}
