import { ApiProperty } from '@nestjs/swagger';
import type { ReplayAgreement } from '#lib/ai';
import { PaginationResponse } from '../http/pagination.response';
import { ModelEstimateResponse } from './ai-costs.responses';
import { ModelRecordResponse } from './judgement.responses';

const id = { type: 'integer' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const day = { type: 'string', format: 'date', example: '2025-12-19' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const text = { type: 'string' } as const;
const nullable = { nullable: true } as const;
const yuan = { type: 'number', minimum: 0, description: 'Yuan, of the models whose prices are known' } as const;

class ReplayEstimateResponse {
  @ApiProperty(count) calls!: number;
  @ApiProperty(count) tokens!: number;
  @ApiProperty({ ...yuan, ...nullable }) cost!: number | null;
  @ApiProperty({ type: [ModelEstimateResponse], description: 'The models that have a server' })
  models!: ModelEstimateResponse[];
}

export class ReplayPlanResponse {
  @ApiProperty({ type: 'array', items: text }) models!: string[];
  @ApiProperty({ type: 'array', items: text }) codes!: string[];
  @ApiProperty({ type: 'array', items: day }) days!: string[];
  @ApiProperty({ ...count, description: 'A model on a day of a stock each' }) questions!: number;
  @ApiProperty({ type: ReplayEstimateResponse, description: 'By what a question took of each model lately' })
  estimate!: ReplayEstimateResponse;
}

export class ReplayStartedResponse {
  @ApiProperty(id) replayId!: number;
  @ApiProperty({ ...count, description: 'A model on a day of a stock each' }) questions!: number;
  @ApiProperty({ type: ReplayEstimateResponse }) estimate!: ReplayEstimateResponse;
}

export class ReplayContinuedResponse {
  @ApiProperty(id) replayId!: number;
}

class ReplayStopReasonResponse {
  @ApiProperty({ ...text, description: "A model's fault", example: 'no_credit' }) code!: string;
  @ApiProperty(text) message!: string;
}

export class ReplayResponse {
  @ApiProperty(id) id!: number;
  @ApiProperty({ ...text, enum: ['daily', 'weekly'] }) kind!: string;
  @ApiProperty({ type: 'array', items: text }) models!: string[];
  @ApiProperty({ type: 'array', items: text }) codes!: string[];
  @ApiProperty(day) from!: string;
  @ApiProperty(day) to!: string;
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Every how many open days, or weeks' }) every!: number;
  @ApiProperty({ ...text, enum: ['queued', 'running', 'completed', 'failed', 'cancelled', 'stopped'] })
  status!: string;
  @ApiProperty({ type: ReplayStopReasonResponse, nullable: true, description: 'Why it stopped early' })
  stopReason!: ReplayStopReasonResponse | null;
  @ApiProperty({ ...count, description: 'Days of stocks; each is a question to every model' }) total!: number;
  @ApiProperty({ ...count, description: 'Of them, those that are through' }) done!: number;
  @ApiProperty(count) judged!: number;
  @ApiProperty({ ...count, description: 'Days on which a stock did not trade' }) skipped!: number;
  @ApiProperty(count) failed!: number;
  @ApiProperty({ ...count, description: 'Those that wait for a model to answer again' }) waiting!: number;
  @ApiProperty({ ...text, ...nullable }) startedBy!: string | null;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty({ ...instant, ...nullable }) startedAt!: string | null;
  @ApiProperty({ ...instant, ...nullable }) finishedAt!: string | null;
  @ApiProperty({ ...instant, ...nullable, description: 'When what had come due by then was scored' })
  scoredAt!: string | null;
  @ApiProperty({ ...text, ...nullable, description: 'Why a lane was given up' }) error!: string | null;
}

class ReplayModelResponse {
  @ApiProperty(text) model!: string;
  @ApiProperty({ ...text, ...nullable, description: 'Of the prompt or the rules' }) version!: string | null;
  @ApiProperty(count) answered!: number;
  @ApiProperty({ ...count, description: 'Answers that came and could not be used' }) unusable!: number;
  @ApiProperty({ ...count, description: 'Requests, repetitions included' }) calls!: number;
  @ApiProperty(count) promptTokens!: number;
  @ApiProperty(count) completionTokens!: number;
  @ApiProperty(yuan) cost!: number;
}

class ReplayAgreementResponse {
  @ApiProperty({ type: 'array', items: text, minItems: 2, maxItems: 2 }) models!: ReplayAgreement['models'];
  @ApiProperty({ ...count, description: 'Days, or weeks, of stocks that both judged' }) n!: number;
  @ApiProperty(count) samePhase!: number;
  @ApiProperty({ ...count, description: 'The same set of events, or none both' }) sameEvents!: number;
  @ApiProperty(count) sameSupplyDemand!: number;
  @ApiProperty({ ...count, description: 'Weeks of stocks for which both gave an outlook' }) outlooks!: number;
  @ApiProperty(count) sameOutlook!: number;
}

class ReplayFaultResponse {
  @ApiProperty(text) model!: string;
  @ApiProperty({ ...text, example: 'rate_limited' }) code!: string;
  @ApiProperty({ ...count, description: 'Each time counts, also where the day was tried again' }) count!: number;
  @ApiProperty({ ...count, description: 'Days of stocks that ended without this model because of it' }) items!: number;
  @ApiProperty(instant) lastAt!: string;
}

class ReplayItemResponse {
  @ApiProperty({ ...text, example: '600519' }) code!: string;
  @ApiProperty(day) day!: string;
}

class ReplayOutcomeResponse {
  @ApiProperty({ ...text, enum: ['skipped', 'failed'] }) status!: string;
  @ApiProperty(text) reason!: string;
  @ApiProperty({ type: 'integer', minimum: 1 }) count!: number;
  @ApiProperty({ type: [ReplayItemResponse], description: 'The first twenty' }) items!: ReplayItemResponse[];
}

export class ReplayReportResponse extends ReplayResponse {
  @ApiProperty({ type: [ReplayModelResponse], description: 'What each model and version did and cost' })
  answers!: ReplayModelResponse[];
  @ApiProperty({ type: [ModelRecordResponse], description: 'Hit rates of this replay alone, a model and kind each' })
  records!: ModelRecordResponse[];
  @ApiProperty({ type: [ModelRecordResponse], description: 'The same by what was said' })
  values!: ModelRecordResponse[];
  @ApiProperty({ type: [ReplayAgreementResponse], description: 'How often two models said the same' })
  agreement!: ReplayAgreementResponse[];
  @ApiProperty({ type: [ReplayFaultResponse] }) modelFaults!: ReplayFaultResponse[];
  @ApiProperty({ type: [ReplayOutcomeResponse], description: 'Why days were skipped or failed' })
  outcomes!: ReplayOutcomeResponse[];
}

export class ReplayListResponse {
  @ApiProperty({ type: [ReplayResponse] }) replays!: ReplayResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
}
