import type { CalendarDay } from '#lib/kernel';
import {
  ALIGN_FLAGS,
  type AlignFlag,
  AUTO_CLOSE_RULES,
  type AutoCloseRule,
  CYCLE_EVENT_NAMES,
  type CycleAutoClose,
  type CycleEvent,
  type DailyRecordView,
  type FiredRule,
  type ManualRemark,
  type PhaseSync,
  PRIMARY_PHASES,
  type PrimaryPhase,
  RECORD_ORIGINS,
  type RecordEvidence,
  SUB_TAGS,
  type SubTag,
  SUPPLY_DEMAND,
  type SupplyDemand,
  type WeeklyRecordView,
} from '#lib/tracking';
import { ApiDay, ApiEnum, ApiFlag, ApiId, ApiInstant, ApiInteger, ApiObject, ApiText } from '../http';
import { RecordEvidenceResponse } from './record-evidence.responses';

class ManualRemarkResponse implements ManualRemark {
  @ApiInstant() at!: string;
  @ApiId() userId!: number;
  @ApiText({ nullable: true, description: 'Null: the note was cleared' }) note!: string | null;
}

class RecordResponse {
  @ApiId() id!: number;
  @ApiId() sessionId!: number;
  @ApiEnum(SUPPLY_DEMAND, { nullable: true }) supplyDemand!: SupplyDemand | null;
  @ApiEnum(ALIGN_FLAGS, { nullable: true }) alignFlag!: AlignFlag | null;
  @ApiEnum(PRIMARY_PHASES, { nullable: true }) primaryPhaseHint!: PrimaryPhase | null;
  @ApiEnum(SUB_TAGS, { isArray: true }) cycleSubTags!: SubTag[];
  @ApiEnum(CYCLE_EVENT_NAMES, { isArray: true }) cycleEvents!: CycleEvent[];
  @ApiText({ nullable: true }) evidenceNote!: string | null;
  @ApiObject([ManualRemarkResponse], { description: 'Every note that people wrote here, oldest first' })
  manualRemarkHistory!: ManualRemark[];
  @ApiEnum(RECORD_ORIGINS) origin!: DailyRecordView['origin'];
  @ApiId({ nullable: true }) aiRunId!: number | null;
  @ApiDay({ nullable: true, description: 'The last bar that the AI had seen' }) dataThrough!: CalendarDay | null;
  @ApiObject(RecordEvidenceResponse, {
    nullable: true,
    description: 'Of an AI fill; null once a person writes the record or changes its events or phase',
  })
  evidence!: RecordEvidence | null;
  @ApiFlag({ description: "The session's newest record of its kind" }) isLatest!: boolean;
  @ApiInteger({ description: 'Counts the changes; in quotes it is the ETag' }) version!: number;
  @ApiInstant() createdAt!: string;
  @ApiInstant() updatedAt!: string;
}

export class DailyRecordResponse extends RecordResponse implements DailyRecordView {
  @ApiDay() tradeDate!: CalendarDay;
}

export class WeeklyRecordResponse extends RecordResponse implements WeeklyRecordView {
  @ApiDay() weekEndDate!: CalendarDay;
}

export class SessionPhaseSyncResponse {
  @ApiFlag() changed!: boolean;
  @ApiEnum(['manual_phase'], { optional: true }) blocked?: 'manual_phase';
  @ApiEnum(PRIMARY_PHASES, { nullable: true }) from!: PhaseSync['from'];
  @ApiEnum(PRIMARY_PHASES) to!: PhaseSync['to'];
  @ApiId({ description: 'The weekly record that the phase follows' }) weeklyId!: number;
}

export class FiredRuleResponse implements FiredRule {
  @ApiEnum(AUTO_CLOSE_RULES) rule!: AutoCloseRule;
  @ApiText() detail!: string;
  @ApiDay() tradeDate!: CalendarDay;
}

/** Says that a session has run its course. */
export class CycleAutoCloseResponse implements CycleAutoClose {
  @ApiEnum([true]) shouldClose!: true;
  @ApiFlag({ description: 'The session was closed because of it' }) applied!: boolean;
  @ApiObject([FiredRuleResponse]) rules!: FiredRuleResponse[];
}

class EffectsResponse {
  @ApiObject(SessionPhaseSyncResponse, { optional: true, description: 'Weekly writes, when there is news' })
  sessionPhaseSync?: SessionPhaseSyncResponse;
  @ApiObject(CycleAutoCloseResponse, { optional: true, description: 'When a rule fires' })
  cycleAutoClose?: CycleAutoCloseResponse;
}

export class DailyWrittenResponse extends EffectsResponse {
  @ApiObject(DailyRecordResponse) daily!: DailyRecordResponse;
}

export class WeeklyWrittenResponse extends EffectsResponse {
  @ApiObject(WeeklyRecordResponse) weekly!: WeeklyRecordResponse;
}

export class RecordDeletedResponse extends EffectsResponse {
  @ApiId() id!: number;
  @ApiEnum([true]) deleted!: true;
}
