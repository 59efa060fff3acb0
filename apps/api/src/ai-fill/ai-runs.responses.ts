import { ApiProperty } from '@nestjs/swagger';
import type { AiCallView, AiModelsView, AiRunSummary, AiRunView, AnswerFault, ModelHealth } from '#lib/ai';
import { PaginationResponse } from '../http/pagination.response';

const day = { type: 'string', format: 'date', example: '2026-11-20' } as const;
const instant = { type: 'string', format: 'date-time' } as const;
const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const nullable = { nullable: true } as const;

export class AnswerFaultResponse implements AnswerFault {
  @ApiProperty({ ...day, ...nullable, type: 'string' }) date!: AnswerFault['date'];
  @ApiProperty({ ...text, ...nullable, example: 'cycle_events' }) field!: string | null;
  @ApiProperty(text) error!: string;
}

export class AiRunSummaryResponse implements AiRunSummary {
  @ApiProperty({ type: 'integer' }) id!: number;
  @ApiProperty({ type: 'integer' }) jobId!: number;
  @ApiProperty({ type: 'integer', ...nullable, description: 'Null in a replay, which asks of a stock' })
  sessionId!: number | null;
  @ApiProperty({ type: 'integer', ...nullable, description: 'The replay that asked' }) replayId!: number | null;
  @ApiProperty({ ...text, example: '600519' }) code!: string;
  @ApiProperty({ ...text, enum: ['daily', 'weekly', 'fundamental'] }) kind!: AiRunSummary['kind'];
  @ApiProperty({ ...text, example: 'rules' }) model!: string;
  @ApiProperty({ ...text, ...nullable, example: 'daily-1' }) promptVersion!: string | null;
  @ApiProperty({ ...day, description: 'The last bar that the model saw' }) dataThrough!: AiRunSummary['dataThrough'];
  @ApiProperty({ type: 'boolean', description: 'Made on a set clock (CLOCK_START), or in a replay' }) replay!: boolean;
  @ApiProperty({
    ...text,
    enum: ['running', 'answered', 'unusable', 'failed'],
    description: 'unusable: an answer came and nothing of it could be used; failed: none came',
  })
  outcome!: AiRunSummary['outcome'];
  @ApiProperty({ ...text, ...nullable, example: 'timeout' }) fault!: AiRunSummary['fault'];
  @ApiProperty({ type: [AnswerFaultResponse], description: 'What was dropped of the answer' })
  errors!: AnswerFaultResponse[];
  @ApiProperty({ ...count, description: "Requests to the model's server, repetitions included" }) requests!: number;
  @ApiProperty({ ...count, ...nullable }) promptTokens!: number | null;
  @ApiProperty({ ...count, ...nullable }) completionTokens!: number | null;
  @ApiProperty({ type: 'number', minimum: 0, ...nullable, description: 'Yuan; null where a price is not known' })
  cost!: number | null;
  @ApiProperty({ ...count, ...nullable }) durationMs!: number | null;
  @ApiProperty(instant) createdAt!: string;
  @ApiProperty({ ...instant, ...nullable }) finishedAt!: string | null;
}

export class AiRunListResponse {
  @ApiProperty({ type: [AiRunSummaryResponse] }) runs!: AiRunSummaryResponse[];
  @ApiProperty({ type: PaginationResponse }) pagination!: PaginationResponse;
}

export class AiCallResponse implements AiCallView {
  @ApiProperty({ ...text, example: 'answer', description: 'answer, repair, or part_1 … of an answer that was cut' })
  purpose!: AiCallView['purpose'];
  @ApiProperty({ ...text, enum: ['begun', 'answered', 'failed'] }) outcome!: AiCallView['outcome'];
  @ApiProperty(count) requests!: number;
  @ApiProperty({ ...text, ...nullable, enum: ['json_schema', 'json_object', 'text'] }) format!: AiCallView['format'];
  @ApiProperty({ ...text, ...nullable, description: "Said beyond the run's prompt" }) message!: string | null;
  @ApiProperty({ ...text, ...nullable, description: 'As it came; null once pruned' }) rawAnswer!: string | null;
  @ApiProperty({ ...text, ...nullable }) fault!: AiCallView['fault'];
  @ApiProperty({ ...text, ...nullable, description: 'What the server wrote when it refused' })
  faultDetail!: string | null;
  @ApiProperty({ ...count, ...nullable }) promptTokens!: number | null;
  @ApiProperty({ ...count, ...nullable, description: "Of promptTokens, from the vendor's cache" })
  cachedTokens!: number | null;
  @ApiProperty({ ...count, ...nullable }) completionTokens!: number | null;
  @ApiProperty({ type: 'number', minimum: 0, ...nullable, description: 'Yuan; null where a price is not known' })
  cost!: number | null;
  @ApiProperty({ ...count, ...nullable }) durationMs!: number | null;
  @ApiProperty(instant) begunAt!: string;
  @ApiProperty({ ...instant, ...nullable }) endedAt!: string | null;
}

export class AiRunResponse extends AiRunSummaryResponse implements AiRunView {
  @ApiProperty({ ...text, ...nullable }) prompt!: string | null;
  @ApiProperty({ ...text, ...nullable, description: 'The market data that the model was given' }) csv!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    description: 'What the checks let through: judgements, outlook, items',
  })
  answer!: AiRunView['answer'];
  @ApiProperty({ type: [AiCallResponse] }) calls!: AiCallResponse[];
  @ApiProperty({ ...instant, ...nullable, description: 'When the texts were deleted' }) prunedAt!: string | null;
}

class ModelHealthResponse implements ModelHealth {
  @ApiProperty({ ...text, example: 'rules' }) model!: string;
  @ApiProperty({ ...instant, ...nullable }) lastAnswerAt!: string | null;
  @ApiProperty({ ...instant, ...nullable }) lastFaultAt!: string | null;
  @ApiProperty({ ...text, ...nullable, example: 'timeout' }) lastFault!: string | null;
}

class AiBudgetResponse {
  @ApiProperty({ ...day, description: 'Asia/Shanghai, by the real clock' }) day!: AiModelsView['budget']['day'];
  @ApiProperty(count) calls!: number;
  @ApiProperty(count) callsPerDay!: number;
  @ApiProperty(count) tokens!: number;
  @ApiProperty(count) tokensPerDay!: number;
}

export class AiModelsResponse implements AiModelsView {
  @ApiProperty({ type: 'boolean', description: 'Whether the models can be asked' }) configured!: boolean;
  @ApiProperty({ type: [ModelHealthResponse], description: 'In the order in which they count' })
  models!: ModelHealthResponse[];
  @ApiProperty({ type: AiBudgetResponse, description: 'Requests and tokens, all models together' })
  budget!: AiBudgetResponse;
}
