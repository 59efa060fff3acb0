import {
  AI_RUN_OUTCOMES,
  type AiRunOutcome,
  type AnswerOfModel,
  type AnswerScore,
  type AnswersOfDay,
  CHAT_ERROR_CODES,
  type ChatErrorCode,
  type Horizon,
  HORIZONS,
  JUDGEMENT_KINDS,
  type JudgementKind,
  type OutcomeAfter,
  type Outlook,
  OUTLOOKS,
  SCORE_STATES,
  type ScoreState,
} from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import {
  ALIGN_FLAGS,
  type AlignFlag,
  CYCLE_EVENT_NAMES,
  type CycleEvent,
  type Judgement,
  PRIMARY_PHASES,
  type PrimaryPhase,
  RECORD_KINDS,
  SUB_TAGS,
  type SubTag,
  SUPPLY_DEMAND,
  type SupplyDemand,
} from '#lib/tracking';
import { ApiCode, ApiDay, ApiEnum, ApiFlag, ApiId, ApiNumber, ApiObject, ApiText } from '../http';
import { AnswerFaultResponse } from './ai-runs.responses';

class SaidResponse implements Judgement {
  @ApiEnum(SUPPLY_DEMAND, { nullable: true }) supplyDemand!: SupplyDemand | null;
  @ApiEnum(ALIGN_FLAGS, { nullable: true }) alignFlag!: AlignFlag | null;
  @ApiEnum(PRIMARY_PHASES, { nullable: true, example: 'accumulation' }) primaryPhaseHint!: PrimaryPhase | null;
  @ApiEnum(SUB_TAGS, { isArray: true }) cycleSubTags!: readonly SubTag[];
  @ApiEnum(CYCLE_EVENT_NAMES, { isArray: true }) cycleEvents!: readonly CycleEvent[];
  @ApiText({ nullable: true }) evidenceNote!: string | null;
}

class AnswerScoreResponse implements AnswerScore {
  @ApiEnum(JUDGEMENT_KINDS) kind!: JudgementKind;
  @ApiText({ example: 'accumulation' }) value!: string;
  @ApiEnum(HORIZONS, { description: 'Open days after the entry day' }) horizon!: Horizon;
  @ApiEnum(SCORE_STATES) state!: ScoreState;
  @ApiDay({ nullable: true }) entryDate!: CalendarDay | null;
  @ApiDay({ nullable: true }) exitDate!: CalendarDay | null;
  @ApiNumber({ nullable: true }) returnPct!: number | null;
  @ApiNumber({ nullable: true }) excessPct!: number | null;
  @ApiFlag({ nullable: true }) right!: boolean | null;
  @ApiFlag({ description: 'Stands for its block of days in hit rates' }) counted!: boolean;
}

class AnswerOfModelResponse implements AnswerOfModel {
  @ApiText({ example: 'rules' }) model!: string;
  @ApiText({ nullable: true, description: 'Of the prompt or the rules' }) version!: string | null;
  @ApiId() aiRunId!: number;
  @ApiDay({ description: 'The last bar that it saw' }) dataThrough!: CalendarDay;
  @ApiFlag({ description: 'It knew bars after the day' }) hindsight!: boolean;
  @ApiFlag() replay!: boolean;
  @ApiEnum(AI_RUN_OUTCOMES) outcome!: AiRunOutcome;
  @ApiEnum(CHAT_ERROR_CODES, { nullable: true, example: 'timeout' }) fault!: ChatErrorCode | null;
  @ApiObject(SaidResponse, { nullable: true, description: 'Null if it gave none of this day' })
  judgement!: SaidResponse | null;
  @ApiEnum(OUTLOOKS, { nullable: true }) outlook!: Outlook | null;
  @ApiObject([AnswerFaultResponse], { description: 'What was dropped of its answer' }) errors!: AnswerFaultResponse[];
  @ApiObject([AnswerScoreResponse], { description: 'Of its judgements of the direction' })
  scores!: AnswerScoreResponse[];
}

class OutcomeAfterResponse implements OutcomeAfter {
  @ApiEnum(HORIZONS, { description: 'Open days after the entry day' }) horizon!: Horizon;
  @ApiDay({ nullable: true }) entryDate!: CalendarDay | null;
  @ApiDay({ nullable: true }) exitDate!: CalendarDay | null;
  @ApiNumber({ nullable: true }) returnPct!: number | null;
  @ApiNumber({ nullable: true, description: 'Return less the median of the market, percentage points' })
  excessPct!: number | null;
}

export class AnswersOfDayResponse implements AnswersOfDay {
  @ApiCode() code!: string;
  @ApiEnum(RECORD_KINDS) kind!: AnswersOfDay['kind'];
  @ApiDay() date!: CalendarDay;
  @ApiObject([AnswerOfModelResponse], { description: 'In the order in which they count' })
  models!: AnswerOfModelResponse[];
  @ApiObject(SaidResponse, { nullable: true, description: 'What their answers come to together' })
  merged!: SaidResponse | null;
  @ApiEnum(OUTLOOKS, { nullable: true, description: 'Of the week; null without a majority' })
  consensus!: Outlook | null;
  @ApiObject([OutcomeAfterResponse], {
    description: 'What the price did, over horizons that have ended; nulls: it could not be bought',
  })
  after!: OutcomeAfterResponse[];
}
