import { setTimeout as sleep } from 'node:timers/promises';
import type { AiModelSettings } from '#lib/config';
import type { Database } from '#lib/database';
import type { AnswerSchema } from '../answers/answer-schema';
import type { ModelPace } from '../pace/model-pace';
import {
  type AiBudget,
  reserveCall,
  BudgetSpentError,
  releaseCall,
  settleTokens,
} from '../persistence/ai-budget.query';
import type { ChatMessage } from '../prompts/prompt';
import type { RawResponse } from './bounded-fetch';
import { buildChatBody, type ServerFeatures } from './chat-body';
import { ANSWER_FORMATS, type AnswerFormat } from '../domain/answer-format';
import { recordBudgetSpent } from '../persistence/budget-facts.query';
import { ChatError } from './chat-error';
import type { ChatErrorCode } from '../domain/chat-error-code';
import type { ChatTransport } from './chat-transport';
import { type Caller, Circuit } from './circuit';
import { type Completion, readCompletion } from './completion';
import type { TokenUsage } from '../domain/token-usage';
import { mayHaveWorked, classifyErrorResponse, type ErrorMeaning } from './classify-error-response';
import { parseRetryAfter } from './retry-after';

/** How requests to a failing server are retried. */
export interface RetryLimits {
  /** Wait before the first retry, doubled each time, if the server names none. */
  backoffMs: number;
  /** `Retry-After` above it counts as it. */
  longestWaitMs: number;
  /** How long no request is sent to a server that failed repeatedly, before one call probes it. */
  circuitOpenMs: number;
}

/** These values come from the decision on failing models: 30 s for both. */
export const DEFAULT_RETRY_LIMITS: RetryLimits = { backoffMs: 1000, longestWaitMs: 30_000, circuitOpenMs: 30_000 };

/** How often a request is repeated after an error. What is not here is not repeated. */
const REPETITIONS: Partial<Record<ChatErrorCode, number>> = { server_error: 2, unreachable: 2, rate_limited: 1 };

/** Changes of one request until the server accepts it: two formats, streaming, the token field twice, the usage option. */
const MOST_CHANGES = 6;

/** Every tokenizer in use makes at most one token of a byte; of digits, some make nearly that. */
const MOST_TOKENS_PER_BYTE = 1;
const USUAL_TOKENS_PER_BYTE = 1 / 3;

const LONGEST_DETAIL = 4000;

export interface ChatRequest {
  messages: readonly ChatMessage[];
  schema: AnswerSchema;
  /** The format of the request; left out: the strictest that the server accepted. */
  format?: AnswerFormat | undefined;
  /** Null if the request is not of a job. */
  caller: Caller | null;
  /** The user in whose share of the budget the requests count; null: none. */
  userId: number | null;
  signal: AbortSignal;
  /** Instant (ms since 1970) after which nothing is begun or waited for. */
  deadlineMs: number;
  /** Called before each request goes out. */
  onRequest(): void;
}

export interface ChatResponse {
  /** The body of the response with status 200, whatever it contains. */
  raw: string;
  format: AnswerFormat;
  tokens: TokenUsage | undefined;
}

interface ServerParts {
  transport: ChatTransport;
  database: Database;
  budget: AiBudget;
  retryLimits: RetryLimits;
  /** Undefined if the model has no limits. */
  pace: ModelPace | undefined;
}

/** One model at its server: repetitions, deadline, circuit, pace and the day's budget around each request. */
export class ChatServer {
  private readonly circuit: Circuit;
  /** What the server was found to accept, so that the rest is not rejected each time. */
  private features: ServerFeatures;

  constructor(
    private readonly model: AiModelSettings,
    private readonly parts: ServerParts,
  ) {
    this.circuit = new Circuit(parts.retryLimits.circuitOpenMs);
    this.features = { format: 'json_schema', stream: model.stream, tokenField: 'max_tokens', usageOption: true };
  }

  /**
   * Sends requests until an answer has come or no further request is allowed.
   * @throws ChatError if no answer came; the signal's reason if it aborted.
   */
  async complete(request: ChatRequest): Promise<ChatResponse> {
    const { retryLimits } = this.parts;
    const errors = new Map<ChatErrorCode, number>();
    for (let wait = retryLimits.backoffMs; ; wait *= 2) {
      try {
        return await this.circuit.run(request.caller, () => this.sendUntilAccepted(request));
      } catch (error) {
        if (request.signal.aborted) throw request.signal.reason;
        if (!(error instanceof ChatError)) throw error;
        const occurrences = (errors.get(error.code) ?? 0) + 1;
        errors.set(error.code, occurrences);
        if (occurrences > (REPETITIONS[error.code] ?? 0)) throw error;
        const pause = Math.min(error.retryAfterMs ?? wait, retryLimits.longestWaitMs);
        if (Date.now() + pause >= request.deadlineMs) throw error;
        await sleep(pause, undefined, { signal: request.signal }).catch(() => {
          throw request.signal.reason;
        });
      }
    }
  }

  /** From now on requests use a weaker format than `format`: the server accepted that, and did not comply with it. */
  weaken(format: AnswerFormat): void {
    if (this.features.format === format) this.features = { ...this.features, format: weakerThan(format) ?? format };
  }

  /** The request, changed until the server accepts it: another format, streaming, another field for the length. */
  private async sendUntilAccepted(request: ChatRequest): Promise<ChatResponse> {
    let features: ServerFeatures = {
      ...this.features,
      ...(request.format === undefined ? {} : { format: request.format }),
    };
    for (let changes = 0; ; changes += 1) {
      try {
        const answer = await this.sendInTurn(features, request);
        this.features = request.format === undefined ? features : { ...features, format: this.features.format };
        return answer;
      } catch (error) {
        if (!(error instanceof ChangeNeededError)) throw error;
        const changed = changes < MOST_CHANGES ? changeFeatures(features, error.change) : undefined;
        if (changed === undefined) throw new ChatError('refused', { detail: error.detail });
        features = changed;
      }
    }
  }

  /** One request: waits for its turn, is reserved in the budget, sent, read and settled. */
  private async sendInTurn(features: ServerFeatures, request: ChatRequest): Promise<ChatResponse> {
    const { messages, schema, deadlineMs, signal } = request;
    const body = buildChatBody(this.model, messages, schema, features);
    const bytes = Buffer.byteLength(JSON.stringify(body));
    const turn = await this.parts.pace?.enter({
      tokens: Math.ceil(bytes * USUAL_TOKENS_PER_BYTE) + this.model.maxTokens,
      deadlineMs,
      signal,
    });
    let taken: number | undefined;
    try {
      const { answer, tokens } = await this.send(body, bytes, features, request);
      taken = tokens;
      return answer;
    } finally {
      await turn?.leave(taken);
    }
  }

  private async send(
    body: ReturnType<typeof buildChatBody>,
    bytes: number,
    features: ServerFeatures,
    request: ChatRequest,
  ): Promise<{ answer: ChatResponse; tokens: number }> {
    const { database, budget, transport } = this.parts;
    const { signal, userId } = request;
    if (request.deadlineMs <= Date.now()) throw new ChatError('no_time');
    const reserved = { tokens: Math.ceil(bytes * MOST_TOKENS_PER_BYTE) + this.model.maxTokens, userId };
    const day = await reserveCall(database, budget, reserved).catch(async (error: unknown) => {
      if (!(error instanceof BudgetSpentError)) throw error;
      await recordBudgetSpent(database, error.code === 'user_budget_spent' ? userId : null);
      throw new ChatError(error.code);
    });
    request.onRequest();
    const limit = new TimeLimit(this.model.timeoutMs, request.deadlineMs, features.stream);
    let response: RawResponse;
    try {
      response = await transport.send(body, AbortSignal.any([signal, limit.signal]), () => {
        limit.extend();
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (wasNeverSent(error)) {
        await releaseCall(database, day, reserved);
        throw new ChatError('unreachable');
      }
      // The reservation stays: the server may have worked on it.
      throw new ChatError(limit.signal.aborted ? 'timeout' : 'unreachable', { mayBePaid: true });
    } finally {
      limit.end();
    }
    const completion = readCompletion(response.text);
    if (response.status !== 200 || completion.error) {
      const error = toError(response);
      const worked = mayHaveWorked(response.status) || (error instanceof ChatError && error.code === 'server_error');
      await (worked ? settleTokens(database, day, reserved.tokens, 0) : releaseCall(database, day, reserved));
      throw error;
    }
    const tokens = countTokens(completion, bytes, response.text);
    await settleTokens(database, day, reserved.tokens, tokens);
    if (completion.finish === 'broken')
      throw new ChatError('server_error', { detail: response.text.slice(0, LONGEST_DETAIL) });
    return { answer: { raw: response.text, format: features.format, tokens: completion.tokens }, tokens };
  }
}

/** The next weaker format; undefined after the weakest. */
export function weakerThan(format: AnswerFormat): AnswerFormat | undefined {
  return ANSWER_FORMATS[ANSWER_FORMATS.indexOf(format) + 1];
}

function countTokens({ tokens }: Completion, bytes: number, text: string): number {
  const estimate = Math.ceil((bytes + Buffer.byteLength(text)) * USUAL_TOKENS_PER_BYTE);
  return tokens === undefined ? estimate : tokens.prompt + tokens.completion;
}

/**
 * The time of a request. Of a streamed one, `timeoutMs` is the longest silence: a model may think for minutes, as long as
 * something comes. Of another, it is the whole. Neither goes on after the deadline.
 */
class TimeLimit {
  private readonly controller = new AbortController();
  private readonly deadline: NodeJS.Timeout;
  private readonly silence: NodeJS.Timeout;

  constructor(
    timeoutMs: number,
    deadlineMs: number,
    private readonly ofSilence: boolean,
  ) {
    this.deadline = this.abortAfter(deadlineMs - Date.now());
    this.silence = this.abortAfter(timeoutMs);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Something came. */
  extend(): void {
    if (this.ofSilence) this.silence.refresh();
  }

  end(): void {
    clearTimeout(this.deadline);
    clearTimeout(this.silence);
  }

  private abortAfter(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.controller.abort();
    }, ms);
  }
}

/** The server would accept the request with a change. Not an error of its health. */
class ChangeNeededError extends Error {
  constructor(
    readonly change: Exclude<ErrorMeaning, ChatErrorCode>,
    readonly detail: string,
  ) {
    super(change);
  }
}

/** @returns undefined if the change has been made already, or there is none left. */
function changeFeatures(features: ServerFeatures, change: ChangeNeededError['change']): ServerFeatures | undefined {
  const { format, stream, tokenField, usageOption } = features;
  switch (change) {
    case 'format': {
      const weaker = weakerThan(format);
      return weaker === undefined ? undefined : { ...features, format: weaker };
    }
    case 'stream':
      return stream ? undefined : { ...features, stream: true };
    case 'token_field':
      return tokenField === 'max_tokens' ? { ...features, tokenField: 'max_completion_tokens' } : undefined;
    case 'token_limit':
      return tokenField === null ? undefined : { ...features, tokenField: null };
    case 'usage_option':
      return usageOption && stream ? { ...features, usageOption: false } : undefined;
  }
}

const CHANGES: ReadonlySet<ErrorMeaning> = new Set(['format', 'stream', 'token_field', 'token_limit', 'usage_option']);

function isChange(meaning: ErrorMeaning): meaning is ChangeNeededError['change'] {
  return CHANGES.has(meaning);
}

function toError({ status, retryAfter, text }: RawResponse): Error {
  const detail = `${String(status)} ${text.slice(0, LONGEST_DETAIL)}`;
  const meaning = classifyErrorResponse(status, text);
  if (isChange(meaning)) return new ChangeNeededError(meaning, detail);
  return new ChatError(meaning, { retryAfterMs: parseRetryAfter(retryAfter, Date.now()), detail });
}

/** Errors of a connection that was never established: nothing was sent, so nothing can be charged. */
const NEVER_SENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function wasNeverSent(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && NEVER_SENT.has(at.code)) return true;
  }
  return false;
}
