import {
  CHAT_ERROR_CODES,
  type ChatErrorCode,
  DRAIN_STATUSES,
  type DrainStatus,
  LEFT_OUT_AS,
  type ReplayAgreement,
  type ReplayModelError,
  type ReplayItem,
  type ReplayModel,
  type ReplayOutcomeCount,
  type ReplayPlan,
  type ReplayReport,
  type ReplayView,
} from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import { RECORD_KINDS } from '#lib/tracking';
import {
  ApiCode,
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiId,
  ApiInstant,
  ApiInteger,
  ApiObject,
  ApiText,
  ApiYuan,
} from '../http';
import { PaginationResponse } from '../http/pagination.response';
import { ModelEstimateResponse } from './ai-costs.responses';
import { ModelRecordResponse } from './judgement.responses';
import { StopReasonResponse } from './stop-reason.response';

class ReplayEstimateResponse {
  @ApiCount() calls!: number;
  @ApiCount() tokens!: number;
  @ApiYuan({ nullable: true, minimum: 0, description: 'Yuan, of the models whose prices are known' })
  cost!: number | null;
  @ApiObject([ModelEstimateResponse], { description: 'The models that have a server' })
  models!: ModelEstimateResponse[];
}

export class ReplayPlanResponse implements ReplayPlan {
  @ApiText({ isArray: true }) models!: string[];
  @ApiText({ isArray: true }) codes!: string[];
  @ApiDay({ isArray: true }) days!: CalendarDay[];
  @ApiCount({ description: 'A model on a day of a stock each' }) questions!: number;
  @ApiObject(ReplayEstimateResponse, { description: 'By what a question took of each model lately' })
  estimate!: ReplayEstimateResponse;
}

export class ReplayStartedResponse {
  @ApiId() replayId!: number;
  @ApiCount({ description: 'A model on a day of a stock each' }) questions!: number;
  @ApiObject(ReplayEstimateResponse) estimate!: ReplayEstimateResponse;
}

export class ReplayContinuedResponse {
  @ApiId() replayId!: number;
}

export class ReplayResponse implements ReplayView {
  @ApiId() id!: number;
  @ApiEnum(RECORD_KINDS) kind!: ReplayView['kind'];
  @ApiText({ isArray: true }) models!: string[];
  @ApiText({ isArray: true }) codes!: string[];
  @ApiDay() from!: CalendarDay;
  @ApiDay() to!: CalendarDay;
  @ApiInteger({ minimum: 1, description: 'Every how many open days, or weeks' }) every!: number;
  @ApiEnum(DRAIN_STATUSES) status!: DrainStatus;
  @ApiObject(StopReasonResponse, { nullable: true, description: 'Why it stopped early' })
  stopReason!: StopReasonResponse | null;
  @ApiCount({ description: 'Days of stocks; each is a question to every model' }) total!: number;
  @ApiCount({ description: 'Of them, those that are through' }) done!: number;
  @ApiCount() judged!: number;
  @ApiCount({ description: 'Days on which a stock did not trade' }) skipped!: number;
  @ApiCount() failed!: number;
  @ApiCount({ description: 'Those that wait for a model to answer again' }) waiting!: number;
  @ApiText({ nullable: true }) startedBy!: string | null;
  @ApiInstant() createdAt!: string;
  @ApiInstant({ nullable: true }) startedAt!: string | null;
  @ApiInstant({ nullable: true }) finishedAt!: string | null;
  @ApiInstant({ nullable: true, description: 'When what had come due by then was scored' }) scoredAt!: string | null;
  @ApiText({ nullable: true, description: 'Why a lane was given up' }) error!: string | null;
}

class ReplayModelResponse implements ReplayModel {
  @ApiText() model!: string;
  @ApiText({ nullable: true, description: 'Of the prompt or the rules' }) version!: string | null;
  @ApiCount() answered!: number;
  @ApiCount({ description: 'Answers that came and could not be used' }) unusable!: number;
  @ApiCount({ description: 'Requests, repetitions included' }) calls!: number;
  @ApiCount() promptTokens!: number;
  @ApiCount() completionTokens!: number;
  @ApiYuan({ minimum: 0, description: 'Yuan, of the models whose prices are known' }) cost!: number;
}

class ReplayAgreementResponse implements ReplayAgreement {
  @ApiText({ isArray: true, minItems: 2, maxItems: 2 }) models!: [string, string];
  @ApiCount({ description: 'Days, or weeks, of stocks that both evaluated' }) n!: number;
  @ApiCount() samePhase!: number;
  @ApiCount({ description: 'The same set of events, or none both' }) sameEvents!: number;
  @ApiCount() sameSupplyDemand!: number;
  @ApiCount({ description: 'Weeks of stocks for which both gave an outlook' }) outlooks!: number;
  @ApiCount() sameOutlook!: number;
}

class ReplayFaultResponse implements ReplayModelError {
  @ApiText() model!: string;
  @ApiEnum(CHAT_ERROR_CODES, { example: 'rate_limited' }) code!: ChatErrorCode;
  @ApiCount({ description: 'Each time counts, also if the day was attempted again' }) count!: number;
  @ApiCount({ description: 'Days of stocks that ended without this model because of it' }) items!: number;
  @ApiInstant() lastAt!: string;
}

class ReplayItemResponse implements ReplayItem {
  @ApiCode() code!: string;
  @ApiDay() day!: CalendarDay;
}

class ReplayOutcomeResponse implements ReplayOutcomeCount {
  @ApiEnum(LEFT_OUT_AS) status!: ReplayOutcomeCount['status'];
  @ApiText() reason!: string;
  @ApiInteger({ minimum: 1 }) count!: number;
  @ApiObject([ReplayItemResponse], { description: 'The first twenty' }) items!: ReplayItemResponse[];
}

export class ReplayReportResponse extends ReplayResponse implements ReplayReport {
  @ApiObject([ReplayModelResponse], { description: 'What each model and version did and cost' })
  answers!: ReplayModelResponse[];
  @ApiObject([ModelRecordResponse], { description: 'Hit rates of this replay alone, a model and kind each' })
  records!: ModelRecordResponse[];
  @ApiObject([ModelRecordResponse], { description: 'The same by the value of the judgement' })
  values!: ModelRecordResponse[];
  @ApiObject([ReplayAgreementResponse], { description: 'How often two models agreed' })
  agreement!: ReplayAgreementResponse[];
  @ApiObject([ReplayFaultResponse]) modelFaults!: ReplayFaultResponse[];
  @ApiObject([ReplayOutcomeResponse], { description: 'Why days were skipped or failed' })
  outcomes!: ReplayOutcomeResponse[];
}

export class ReplayListResponse {
  @ApiObject([ReplayResponse]) replays!: ReplayResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}
