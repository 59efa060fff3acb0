import {
  CHAT_ERROR_CODES,
  type ChatErrorCode,
  DRAIN_KINDS,
  DRAIN_ORIGINS,
  DRAIN_STATUSES,
  type DrainKind,
  type DrainModelError,
  type DrainOrigin,
  type DrainOutcome,
  type DrainReport,
  type DrainStatus,
  type DrainView,
  LEFT_OUT_AS,
  type SessionOfOutcome,
} from '#lib/ai';
import type { CalendarDay } from '#lib/kernel';
import {
  ApiCode,
  ApiCount,
  ApiDay,
  ApiEnum,
  ApiFlag,
  ApiId,
  ApiInstant,
  ApiInteger,
  ApiObject,
  ApiText,
} from '../http';
import { PaginationResponse } from '../http/pagination.response';
import { StopReasonResponse } from './stop-reason.response';

export class DrainStartedResponse {
  @ApiId() drainId!: number;
}

export class DrainResponse implements DrainView {
  @ApiId() id!: number;
  @ApiEnum(DRAIN_KINDS) kind!: DrainKind;
  @ApiEnum(DRAIN_ORIGINS) origin!: DrainOrigin;
  @ApiEnum(DRAIN_STATUSES) status!: DrainStatus;
  @ApiFlag({ description: "The day's data were not complete: another pass follows when they are" })
  provisional!: boolean;
  @ApiObject(StopReasonResponse, { nullable: true, description: 'Why it stopped early' })
  stopReason!: StopReasonResponse | null;
  @ApiDay({ description: 'Bars up to this day are looked at' }) tradeDay!: CalendarDay;
  @ApiDay({ description: 'The day that decided which sessions were due' }) today!: CalendarDay;
  @ApiCount({ description: 'Sessions that waited when it began' }) total!: number;
  @ApiCount({ description: 'Of them, those that are through' }) done!: number;
  @ApiCount() filled!: number;
  @ApiCount() skipped!: number;
  @ApiCount() failed!: number;
  @ApiCount({ description: 'Of the filled ones, those without an answer of at least one configured model' })
  filledByFewer!: number;
  @ApiCount({ description: 'Sessions that wait for a model to answer again' }) waiting!: number;
  @ApiCount({ description: 'Records created' }) generated!: number;
  @ApiCount({ description: 'Records written over' }) overwritten!: number;
  @ApiText({ nullable: true, description: 'Who started it' }) startedBy!: string | null;
  @ApiInstant() createdAt!: string;
  @ApiInstant({ nullable: true }) startedAt!: string | null;
  @ApiInstant({ nullable: true }) finishedAt!: string | null;
  @ApiText({ nullable: true, description: 'Why a lane was given up' }) error!: string | null;
}

class DrainOutcomeSessionResponse implements SessionOfOutcome {
  @ApiId() sessionId!: number;
  @ApiCode() code!: string;
}

class DrainOutcomeResponse implements DrainOutcome {
  @ApiEnum(LEFT_OUT_AS) status!: DrainOutcome['status'];
  @ApiText() reason!: string;
  @ApiInteger({ minimum: 1 }) count!: number;
  @ApiObject([DrainOutcomeSessionResponse], { description: 'The first twenty' })
  sessions!: DrainOutcomeSessionResponse[];
}

class DrainModelFaultResponse implements DrainModelError {
  @ApiText() model!: string;
  @ApiEnum(CHAT_ERROR_CODES, { example: 'rate_limited' }) code!: ChatErrorCode;
  @ApiInteger({ minimum: 1, description: 'Each time counts, also if the session was attempted again' }) count!: number;
  @ApiCount({ description: 'Sessions that were ended without this model because of it' }) sessions!: number;
  @ApiInstant() lastAt!: string;
}

export class DrainReportResponse extends DrainResponse implements DrainReport {
  @ApiObject([DrainOutcomeResponse], { description: 'Why sessions were skipped or failed' })
  outcomes!: DrainOutcomeResponse[];
  @ApiObject([DrainModelFaultResponse], { description: 'Models that gave no answer, by model and reason' })
  modelFaults!: DrainModelFaultResponse[];
}

export class DrainListResponse {
  @ApiObject([DrainResponse]) drains!: DrainResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}
