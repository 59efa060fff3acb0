import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  CycleAutoCloseResponse,
  DailyRecordResponse,
  SessionPhaseSyncResponse,
  WeeklyRecordResponse,
} from '../daily-weekly/record.responses';

const id = { type: 'integer' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const figure = { type: 'number', nullable: true } as const;
const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;

class FillErrorResponse {
  @ApiProperty({ ...day, nullable: true, description: 'Null: the whole answer is meant' }) date!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: "In the bodies' spelling", example: 'cycle_events' })
  field!: string | null;
  @ApiProperty({ type: 'string' }) error!: string;
}

class SkippedReasonResponse {
  @ApiProperty({ ...day, description: 'The trading day, or the week end date' }) date!: string;
  @ApiProperty({
    type: 'string',
    enum: ['provisional', 'exists', 'before_entry', 'no_bar'],
    description:
      'provisional: its bar is not final; exists: a record was left alone; before_entry: before the entry; no_bar: no trading',
  })
  reason!: string;
}

const VALUE: ApiPropertyOptions = {
  nullable: true,
  description: 'The value as the record carries it',
  oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'object' }],
};

class FieldChangeResponse {
  @ApiProperty({ type: 'string', example: 'supplyDemand' }) field!: string;
  @ApiProperty(VALUE) before!: unknown;
  @ApiProperty(VALUE) after!: unknown;
}

class FillChangeResponse {
  @ApiProperty({ ...day, description: 'The trading day, or the week end date' }) date!: string;
  @ApiProperty({ type: 'string', enum: ['create', 'overwrite'] }) action!: string;
  @ApiProperty({ type: [FieldChangeResponse], description: 'Fields whose value would change' })
  fields!: FieldChangeResponse[];
}

class FillResponse {
  @ApiProperty(id) sessionId!: number;
  @ApiProperty({ ...count, description: 'Records created' }) generated!: number;
  @ApiProperty({ ...count, description: 'Records written over: the newest one at most' }) overwritten!: number;
  @ApiProperty({ ...count, description: 'Records of the window that were left alone' }) skipped!: number;
  @ApiProperty({ type: [SkippedReasonResponse], description: 'Why dates were left out, oldest first' })
  skippedReasons!: SkippedReasonResponse[];
  @ApiProperty({ type: [FillErrorResponse] }) errors!: FillErrorResponse[];
  @ApiProperty({ type: 'array', items: id, description: 'Every call of a model is kept as a run' })
  aiRunIds!: number[];
  @ApiProperty({ type: 'string', nullable: true, description: 'The prompt, where there was one' })
  promptCopy!: string | null;
  @ApiProperty({ type: SessionPhaseSyncResponse, nullable: true }) sessionPhaseSync!: SessionPhaseSyncResponse | null;
  @ApiProperty({ type: CycleAutoCloseResponse, nullable: true }) cycleAutoClose!: CycleAutoCloseResponse | null;
  @ApiPropertyOptional({
    type: 'boolean',
    description: 'True in a dry run: nothing was written, and the other fields tell what a fill would do',
  })
  dryRun?: boolean;
  @ApiPropertyOptional({ type: [FillChangeResponse], description: 'In a dry run: the difference, oldest first' })
  changes?: FillChangeResponse[];
}

export class DailyFillResponse extends FillResponse {
  @ApiProperty({ type: [DailyRecordResponse], description: 'Written records, newest first' })
  records!: DailyRecordResponse[];
}

class ReviewDateClearedResponse {
  @ApiProperty({ ...day, description: 'The review date as it stood' }) nextReviewAt!: string;
  @ApiProperty({
    type: 'string',
    enum: ['accumulation', 'markup'],
    description: 'The hint of the newest week, because of which',
  })
  phase!: string;
}

class PeriodRowResponse {
  @ApiProperty({ type: 'string', enum: ['month', 'week'] }) period_type!: string;
  @ApiProperty(day) period_end!: string;
  @ApiProperty({ type: 'number' }) open!: number;
  @ApiProperty({ type: 'number' }) high!: number;
  @ApiProperty({ type: 'number' }) low!: number;
  @ApiProperty({ type: 'number' }) close!: number;
  @ApiProperty({ ...count, description: 'Shares' }) volume!: number;
  @ApiProperty({ ...figure, description: 'Yuan' }) amount!: number | null;
  @ApiProperty(figure) turnover_pct!: number | null;
  @ApiProperty({ ...figure, description: 'Percent from the close of the period before' }) change_pct!: number | null;
  @ApiProperty({ type: 'integer', minimum: 1 }) bars!: number;
  @ApiProperty({ type: 'boolean', description: 'The period is still running' }) is_partial!: boolean;
  @ApiProperty({ ...figure, description: 'Mean daily volume over that of the last 52 weeks' })
  vol_ratio_52w!: number | null;
  @ApiProperty({ ...figure, description: 'Close within the range of 52 weeks, 0 to 1' }) pos_52w!: number | null;
  @ApiProperty({ ...figure, description: 'Percent below the high of 52 weeks' }) drawdown_52w_pct!: number | null;
}

class PromptCsvPayloadResponse {
  @ApiProperty({ type: 'string', description: 'As the models were given it' }) csvText!: string;
  @ApiProperty({ type: [PeriodRowResponse] }) rows!: PeriodRowResponse[];
}

export class WeeklyFillResponse extends FillResponse {
  @ApiProperty({ type: [WeeklyRecordResponse], description: 'Written records, newest first' })
  records!: WeeklyRecordResponse[];
  @ApiProperty({
    type: ReviewDateClearedResponse,
    nullable: true,
    description: 'The newest week hints accumulation or markup: the session needs no review date any more',
  })
  reviewDateCleared!: ReviewDateClearedResponse | null;
  @ApiProperty({ type: PromptCsvPayloadResponse }) promptCsvPayload!: PromptCsvPayloadResponse;
}
