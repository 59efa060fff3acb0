import {
  type AnswerError,
  type DailyFillResult,
  type FieldChange,
  FILL_ACTIONS,
  type FillChange,
  PERIOD_TYPES,
  type PeriodRow,
  type PromptCsvPayload,
  SKIPPED_REASONS,
  type SkippedReason,
  type WeeklyFillResult,
} from '#lib/ai';
import type { CalendarDay, JsonValue } from '#lib/kernel';
import { REVIEWED_PHASES, type ReviewDateCleared } from '#lib/tracking';
import {
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiId,
  ApiInteger,
  ApiJson,
  ApiNumber,
  ApiObject,
  ApiText,
  ApiYuan,
} from '../http';
import {
  CycleAutoCloseResponse,
  DailyRecordResponse,
  SessionPhaseSyncResponse,
  WeeklyRecordResponse,
} from '../daily-weekly/record.responses';

class FillErrorResponse implements AnswerError {
  @ApiDay({ nullable: true, description: 'Null: the whole answer is meant' }) date!: CalendarDay | null;
  @ApiText({ nullable: true, example: 'cycle_events', description: "In the bodies' spelling" }) field!: string | null;
  @ApiText() error!: string;
}

class SkippedReasonResponse implements SkippedReason {
  @ApiDay({ description: 'The trading day, or the week end date' }) date!: CalendarDay;
  @ApiEnum(SKIPPED_REASONS, {
    description:
      'provisional: its bar is not final; exists: a record was left alone; before_entry: before the entry; no_bar: no trading',
  })
  reason!: SkippedReason['reason'];
}

/** A value as the record carries it. */
const VALUE = { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'object' }] };

class FieldChangeResponse implements FieldChange {
  @ApiText({ example: 'supplyDemand' }) field!: string;
  @ApiJson({ nullable: true, description: 'The value as the record carries it' }, VALUE) before!: JsonValue;
  @ApiJson({ nullable: true, description: 'The value as the record carries it' }, VALUE) after!: JsonValue;
}

class FillChangeResponse implements FillChange {
  @ApiDay({ description: 'The trading day, or the week end date' }) date!: CalendarDay;
  @ApiEnum(FILL_ACTIONS) action!: FillChange['action'];
  @ApiObject([FieldChangeResponse], { description: 'Fields whose value would change' }) fields!: FieldChangeResponse[];
}

class FillResponse {
  @ApiId() sessionId!: number;
  @ApiCount({ description: 'Records created' }) generated!: number;
  @ApiCount({ description: 'Records written over: the newest one at most' }) overwritten!: number;
  @ApiCount({ description: 'Records of the window that were left alone' }) skipped!: number;
  @ApiObject([SkippedReasonResponse], { description: 'Why dates were left out, oldest first' })
  skippedReasons!: SkippedReasonResponse[];
  @ApiObject([FillErrorResponse]) errors!: FillErrorResponse[];
  @ApiId({ isArray: true, description: 'Every call of a model is kept as a run' }) aiRunIds!: number[];
  @ApiText({ nullable: true, description: 'The prompt, if there was one' }) promptCopy!: string | null;
  @ApiObject(SessionPhaseSyncResponse, { nullable: true }) sessionPhaseSync!: SessionPhaseSyncResponse | null;
  @ApiObject(CycleAutoCloseResponse, { nullable: true }) cycleAutoClose!: CycleAutoCloseResponse | null;
  @ApiEnum([true], {
    optional: true,
    description: 'True in a dry run: nothing was written, and the other fields are those of a fill',
  })
  dryRun?: true;
  @ApiObject([FillChangeResponse], { optional: true, description: 'In a dry run: the difference, oldest first' })
  changes?: FillChangeResponse[];
}

export class DailyFillResponse extends FillResponse implements Omit<DailyFillResult, 'sessionPhaseSync'> {
  @ApiObject([DailyRecordResponse], { description: 'Written records, newest first' }) records!: DailyRecordResponse[];
}

class ReviewDateClearedResponse implements ReviewDateCleared {
  @ApiDay({ description: 'The review date as it stood' }) nextReviewAt!: CalendarDay;
  @ApiEnum(REVIEWED_PHASES, { description: 'The hint of the newest week, because of which' })
  phase!: ReviewDateCleared['phase'];
}

class PeriodRowResponse implements PeriodRow {
  @ApiEnum(PERIOD_TYPES) period_type!: PeriodRow['period_type'];
  @ApiDay() period_end!: string;
  @ApiNumber() open!: number;
  @ApiNumber() high!: number;
  @ApiNumber() low!: number;
  @ApiNumber() close!: number;
  @ApiCount({ description: 'Shares' }) volume!: number;
  @ApiYuan({ nullable: true }) amount!: number | null;
  @ApiNumber({ nullable: true }) turnover_pct!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent from the close of the period before' }) change_pct!: number | null;
  @ApiInteger({ minimum: 1 }) bars!: number;
  @ApiFlag({ description: 'The period is still running' }) is_partial!: boolean;
  @ApiNumber({ nullable: true, description: 'Mean daily volume over that of the last 52 weeks' })
  vol_ratio_52w!: number | null;
  @ApiNumber({ nullable: true, description: 'Close within the range of 52 weeks, 0 to 1' }) pos_52w!: number | null;
  @ApiNumber({ nullable: true, description: 'Percent below the high of 52 weeks' }) drawdown_52w_pct!: number | null;
}

class PromptCsvPayloadResponse implements PromptCsvPayload {
  @ApiText({ description: 'As the models were given it' }) csvText!: string;
  @ApiObject([PeriodRowResponse]) rows!: PeriodRowResponse[];
}

export class WeeklyFillResponse extends FillResponse implements Omit<WeeklyFillResult, 'sessionPhaseSync'> {
  @ApiObject([WeeklyRecordResponse], { description: 'Written records, newest first' }) records!: WeeklyRecordResponse[];
  @ApiObject(ReviewDateClearedResponse, {
    nullable: true,
    description: 'The newest week hints accumulation or markup: the session needs no review date any more',
  })
  reviewDateCleared!: ReviewDateClearedResponse | null;
  @ApiObject(PromptCsvPayloadResponse) promptCsvPayload!: PromptCsvPayloadResponse;
}
