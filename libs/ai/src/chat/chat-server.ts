import { setTimeout as sleep } from 'node:timers/promises';
import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel';
import type { Database } from '#lib/database';
import type { AnswerSchema } from '../answers/answer-schema';
import { type AiBudget, bookCall, BudgetSpent, settleTokens } from '../persistence/ai-budget.query';
import type { ChatMessage } from '../prompts/prompt';
import type { RawReply } from './bounded-fetch';
import { ANSWER_FORMATS, type AnswerFormat, chatBody } from './chat-body';
import { ChatFault, type ChatFaultCode } from './chat-fault';
import type { ChatTransport } from './chat-transport';
import { readCompletion, type TokenUse } from './completion';
import { retryAfterMs } from './retry-after';

/** How a server is treated that doesn't answer as it should. */
export interface ChatPatience {
  /** Longest time of one request, ms. */
  timeoutMs: number;
  /** Wait before the first repetition, doubled each time, where the server names none. */
  backoffMs: number;
  /** `Retry-After` above it counts as it. */
  longestWaitMs: number;
  /** How long a server that failed again and again is left alone, before one call tries. */
  circuitOpenMs: number;
}

/** The source of these figures is the decision on failing models: 30 s for both. */
export const CHAT_PATIENCE: Omit<ChatPatience, 'timeoutMs'> = {
  backoffMs: 1000,
  longestWaitMs: 30_000,
  circuitOpenMs: 30_000,
};

const FAILURES_THAT_OPEN = 5;

/** How often a request is repeated after a fault. What is not here is not repeated. */
const REPETITIONS: Partial<Record<ChatFaultCode, number>> = { server_error: 2, unreachable: 2, rate_limited: 1 };

/** Faults that say something of the server's health. */
const SICK: ReadonlySet<ChatFaultCode> = new Set(['server_error', 'unreachable', 'rate_limited', 'timeout']);

/** Faults of ours, before the server had its say. */
const INCONCLUSIVE: ReadonlySet<ChatFaultCode> = new Set(['no_time', 'budget_spent', 'user_budget_spent']);

/** Tokens set aside for an answer before its length is known. */
const ANSWER_TOKENS = 4096;
/** No tokenizer in use makes more tokens than this of a byte of Chinese text, CSV or JSON. */
const MOST_TOKENS_PER_BYTE = 1 / 2;
const USUAL_TOKENS_PER_BYTE = 1 / 3;

const LONGEST_DETAIL = 4000;

export interface ChatQuestion {
  model: string;
  messages: readonly ChatMessage[];
  schema: AnswerSchema;
  /** In whose share of the budget the requests count; null: nobody's. */
  userId: number | null;
  signal: AbortSignal;
  /** Instant (ms since 1970) after which nothing is begun or waited for. */
  deadlineMs: number;
  /** Called before each request goes out. */
  onRequest(): void;
}

export interface ChatAnswer {
  /** The body of the reply with status 200, whatever it holds. */
  raw: string;
  format: AnswerFormat;
  tokens: TokenUse | undefined;
}

/** The AI server of `AI_BASE_URL`: repetitions, deadline, circuit breaker and the day's budget around each request. */
export class ChatServer {
  private readonly circuits = new Map<string, CircuitBreakerPolicy>();
  /** The strictest format that a model's server took, so that it isn't refused the stricter ones each time. */
  private readonly formats = new Map<string, AnswerFormat>();

  constructor(
    private readonly transport: ChatTransport,
    private readonly database: Database,
    private readonly budget: AiBudget,
    private readonly patience: ChatPatience,
  ) {}

  /**
   * Asks until an answer has come or no further request is allowed.
   * @throws ChatFault where no answer came; the signal's reason where it aborted.
   */
  async ask(question: ChatQuestion): Promise<ChatAnswer> {
    const known = this.formats.get(question.model) ?? 'json_schema';
    let refusal: ChatFault | undefined;
    for (const format of ANSWER_FORMATS.slice(ANSWER_FORMATS.indexOf(known))) {
      try {
        const answer = await this.askIn(format, question);
        this.formats.set(question.model, format);
        return answer;
      } catch (error) {
        if (!(error instanceof FormatRefused)) throw error;
        refusal = error;
      }
    }
    throw refusal ?? new ChatFault('refused');
  }

  private async askIn(format: AnswerFormat, question: ChatQuestion): Promise<ChatAnswer> {
    const faults = new Map<ChatFaultCode, number>();
    for (let wait = this.patience.backoffMs; ; wait *= 2) {
      try {
        return await this.circuitOf(question.model).execute(() => this.request(format, question));
      } catch (error) {
        if (question.signal.aborted) throw question.signal.reason;
        if (error instanceof BrokenCircuitError) throw new ChatFault('circuit_open');
        if (!(error instanceof ChatFault)) throw error;
        const seen = (faults.get(error.code) ?? 0) + 1;
        faults.set(error.code, seen);
        if (seen > (REPETITIONS[error.code] ?? 0)) throw error;
        const pause = Math.min(error.retryAfterMs ?? wait, this.patience.longestWaitMs);
        if (Date.now() + pause >= question.deadlineMs) throw error;
        await sleep(pause, undefined, { signal: question.signal }).catch(() => {
          throw question.signal.reason;
        });
      }
    }
  }

  /** One request: booked, sent, read, settled. */
  private async request(format: AnswerFormat, question: ChatQuestion): Promise<ChatAnswer> {
    const { model, messages, schema, signal, userId } = question;
    const timeLeft = Math.min(this.patience.timeoutMs, question.deadlineMs - Date.now());
    if (timeLeft <= 0) throw new ChatFault('no_time');
    const body = chatBody(model, messages, schema, format);
    const bytes = Buffer.byteLength(JSON.stringify(body));
    const booked = Math.ceil(bytes * MOST_TOKENS_PER_BYTE) + ANSWER_TOKENS;
    const day = await bookCall(this.database, this.budget, { tokens: booked, userId }).catch((error: unknown) => {
      throw error instanceof BudgetSpent ? new ChatFault(error.code) : error;
    });
    const settle = (taken: number) => settleTokens(this.database, day, booked, taken);
    question.onRequest();
    const timeout = AbortSignal.timeout(timeLeft);
    let reply: RawReply;
    try {
      reply = await this.transport.send(body, AbortSignal.any([signal, timeout]));
    } catch {
      if (signal.aborted) throw signal.reason;
      // What was booked stays: the server may have worked on it.
      throw new ChatFault(timeout.aborted ? 'timeout' : 'unreachable', { mayBePaid: true });
    }
    if (reply.status !== 200) {
      await settle(0);
      throw faultOf(reply, format);
    }
    const { tokens } = readCompletion(reply.text);
    const estimate = Math.ceil((bytes + Buffer.byteLength(reply.text)) * USUAL_TOKENS_PER_BYTE);
    await settle(tokens === undefined ? estimate : tokens.prompt + tokens.completion);
    return { raw: reply.text, format, tokens };
  }

  private circuitOf(model: string): CircuitBreakerPolicy {
    const known = this.circuits.get(model);
    if (known !== undefined) return known;
    const sick = handleWhen(
      (error) =>
        (error instanceof ChatFault && SICK.has(error.code)) ||
        // A trial that was given up says nothing of the server: the circuit stays open.
        (circuit.state === CircuitState.HalfOpen && !(error instanceof ChatFault && !INCONCLUSIVE.has(error.code))),
    );
    const circuit: CircuitBreakerPolicy = circuitBreaker(sick, {
      halfOpenAfter: this.patience.circuitOpenMs,
      breaker: new ConsecutiveBreaker(FAILURES_THAT_OPEN),
    });
    this.circuits.set(model, circuit);
    return circuit;
  }
}

/** The request itself is refused: the format may be what the server doesn't know. */
class FormatRefused extends ChatFault {}

/** Statuses that servers answer with to a field or value of the body that they don't know. */
const BODY_REFUSED: ReadonlySet<number> = new Set([400, 415, 422, 501]);

function faultOf({ status, retryAfter, text }: RawReply, format: AnswerFormat): ChatFault {
  const options = {
    retryAfterMs: retryAfterMs(retryAfter, Date.now()),
    detail: `${String(status)} ${text.slice(0, LONGEST_DETAIL)}`,
  };
  if (status === 401 || status === 403) return new ChatFault('unauthorized', options);
  if (status === 429) return new ChatFault('rate_limited', options);
  if (status >= 300 && status < 400) return new ChatFault('redirected', options);
  if (BODY_REFUSED.has(status))
    return format === 'text' ? new ChatFault('refused', options) : new FormatRefused('refused', options);
  if (status >= 500 || status === 408) return new ChatFault('server_error', options);
  return new ChatFault('refused', options);
}
