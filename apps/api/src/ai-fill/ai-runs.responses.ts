import {
  QUESTION_KINDS,
  AI_CALL_OUTCOMES,
  AI_RUN_OUTCOMES,
  type AiCallView,
  type AiModelsView,
  type AiRunOutcome,
  type AiRunSummary,
  type AiRunView,
  ANSWER_FORMATS,
  type AnswerError,
  type AnswerFormat,
  CHAT_ERROR_CODES,
  type ChatErrorCode,
  type ModelHealth,
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
  ApiJson,
  ApiObject,
  ApiText,
  ApiYuan,
} from '../http';
import { PaginationResponse } from '../http/pagination.response';

export class AnswerFaultResponse implements AnswerError {
  @ApiDay({ nullable: true }) date!: CalendarDay | null;
  @ApiText({ nullable: true, example: 'cycle_events' }) field!: string | null;
  @ApiText() error!: string;
}

export class AiRunSummaryResponse implements AiRunSummary {
  @ApiId() id!: number;
  @ApiId() jobId!: number;
  @ApiId({ nullable: true, description: 'Null in a replay, which is about a stock' }) sessionId!: number | null;
  @ApiId({ nullable: true, description: 'The replay of the question' }) replayId!: number | null;
  @ApiCode() code!: string;
  @ApiEnum(QUESTION_KINDS) kind!: AiRunSummary['kind'];
  @ApiText({ example: 'rules' }) model!: string;
  @ApiText({ nullable: true, example: 'daily-1' }) promptVersion!: string | null;
  @ApiDay({ description: 'The last bar that the model saw' }) dataThrough!: CalendarDay;
  @ApiFlag({ description: 'Made on a set clock (CLOCK_START), or in a replay' }) replay!: boolean;
  @ApiEnum(AI_RUN_OUTCOMES, {
    description: 'unusable: an answer came and nothing of it could be used; failed: none came',
  })
  outcome!: AiRunOutcome;
  @ApiEnum(CHAT_ERROR_CODES, { nullable: true, example: 'timeout' }) fault!: ChatErrorCode | null;
  @ApiObject([AnswerFaultResponse], { description: 'What was dropped of the answer' }) errors!: AnswerFaultResponse[];
  @ApiCount({ description: "Requests to the model's server, repetitions included" }) requests!: number;
  @ApiCount({ nullable: true }) promptTokens!: number | null;
  @ApiCount({ nullable: true }) completionTokens!: number | null;
  @ApiYuan({ nullable: true, minimum: 0, description: 'Yuan; null if a price is not known' }) cost!: number | null;
  @ApiCount({ nullable: true }) durationMs!: number | null;
  @ApiInstant() createdAt!: string;
  @ApiInstant({ nullable: true }) finishedAt!: string | null;
}

export class AiRunListResponse {
  @ApiObject([AiRunSummaryResponse]) runs!: AiRunSummaryResponse[];
  @ApiObject(PaginationResponse) pagination!: PaginationResponse;
}

export class AiCallResponse implements AiCallView {
  @ApiJson(
    { description: 'answer, repair, or part_1 … of an answer that was cut' },
    { type: 'string', example: 'answer' },
  )
  purpose!: AiCallView['purpose'];
  @ApiEnum(AI_CALL_OUTCOMES) outcome!: AiCallView['outcome'];
  @ApiCount() requests!: number;
  @ApiEnum(ANSWER_FORMATS, { nullable: true }) format!: AnswerFormat | null;
  @ApiText({ nullable: true, description: "Said beyond the run's prompt" }) message!: string | null;
  @ApiText({ nullable: true, description: 'As it came; null once pruned' }) rawAnswer!: string | null;
  @ApiEnum(CHAT_ERROR_CODES, { nullable: true }) fault!: ChatErrorCode | null;
  @ApiText({ nullable: true, description: 'What the server wrote in its error response' }) faultDetail!: string | null;
  @ApiCount({ nullable: true }) promptTokens!: number | null;
  @ApiCount({ nullable: true, description: "Of promptTokens, from the vendor's cache" }) cachedTokens!: number | null;
  @ApiCount({ nullable: true }) completionTokens!: number | null;
  @ApiYuan({ nullable: true, minimum: 0, description: 'Yuan; null if a price is not known' }) cost!: number | null;
  @ApiCount({ nullable: true }) durationMs!: number | null;
  @ApiInstant() begunAt!: string;
  @ApiInstant({ nullable: true }) endedAt!: string | null;
}

export class AiRunResponse extends AiRunSummaryResponse implements AiRunView {
  @ApiText({ nullable: true }) prompt!: string | null;
  @ApiText({ nullable: true, description: 'The market data that the model was given' }) csv!: string | null;
  @ApiJson({ nullable: true, description: 'What the checks let through: judgements, outlook, items' })
  answer!: AiRunView['answer'];
  @ApiObject([AiCallResponse]) calls!: AiCallResponse[];
  @ApiInstant({ nullable: true, description: 'When the texts were deleted' }) prunedAt!: string | null;
}

class ModelHealthResponse implements ModelHealth {
  @ApiText({ example: 'rules' }) model!: string;
  @ApiInstant({ nullable: true }) lastAnswerAt!: string | null;
  @ApiInstant({ nullable: true }) lastFaultAt!: string | null;
  @ApiEnum(CHAT_ERROR_CODES, { nullable: true, example: 'timeout' }) lastFault!: ChatErrorCode | null;
}

class AiBudgetResponse {
  @ApiDay({ description: 'Asia/Shanghai, by the real clock' }) day!: AiModelsView['budget']['day'];
  @ApiCount() calls!: number;
  @ApiCount() callsPerDay!: number;
  @ApiCount() tokens!: number;
  @ApiCount() tokensPerDay!: number;
}

export class AiModelsResponse implements AiModelsView {
  @ApiFlag({ description: 'Whether the models can be called' }) configured!: boolean;
  @ApiObject([ModelHealthResponse], { description: 'In the order in which they count' }) models!: ModelHealthResponse[];
  @ApiObject(AiBudgetResponse, { description: 'Requests and tokens, all models together' }) budget!: AiBudgetResponse;
}
