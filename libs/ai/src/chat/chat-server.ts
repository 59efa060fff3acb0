import { setTimeout as sleep } from 'node:timers/promises';
import type { AiModelSettings } from '#lib/config';
import type { Database } from '#lib/database';
import type { AnswerSchema } from '../answers/answer-schema';
import type { ModelPace } from '../pace/model-pace';
import { type AiBudget, bookCall, BudgetSpent, returnCall, settleTokens } from '../persistence/ai-budget.query';
import type { ChatMessage } from '../prompts/prompt';
import type { RawReply } from './bounded-fetch';
import { chatBody, type ServerHabits } from './chat-body';
import { ANSWER_FORMATS, type AnswerFormat } from '../domain/answer-format';
import { ChatFault } from './chat-fault';
import type { ChatFaultCode } from '../domain/chat-fault-code';
import type { ChatTransport } from './chat-transport';
import { type Caller, Circuit } from './circuit';
import { type Completion, readCompletion } from './completion';
import type { TokenUse } from '../domain/token-usage';
import { mayHaveWorked, readRefusal, type Refusal } from './read-fault';
import { retryAfterMs } from './retry-after';

/** How a server is treated that doesn't answer as it should. */
export interface ChatPatience {
  /** Wait before the first repetition, doubled each time, where the server names none. */
  backoffMs: number;
  /** `Retry-After` above it counts as it. */
  longestWaitMs: number;
  /** How long a server that failed again and again is left alone, before one call tries. */
  circuitOpenMs: number;
}

/** The source of these figures is the decision on failing models: 30 s for both. */
export const CHAT_PATIENCE: ChatPatience = { backoffMs: 1000, longestWaitMs: 30_000, circuitOpenMs: 30_000 };

/** How often a request is repeated after a fault. What is not here is not repeated. */
const REPETITIONS: Partial<Record<ChatFaultCode, number>> = { server_error: 2, unreachable: 2, rate_limited: 1 };

/** Changes of one request until the server takes it: two formats, streaming, the token field twice, the usage option. */
const MOST_CHANGES = 6;

/** Every tokenizer in use makes at most one token of a byte; of figures, some make nearly that. */
const MOST_TOKENS_PER_BYTE = 1;
const USUAL_TOKENS_PER_BYTE = 1 / 3;

const LONGEST_DETAIL = 4000;

export interface ChatQuestion {
  messages: readonly ChatMessage[];
  schema: AnswerSchema;
  /** Asks in this format; left out: in the strictest that the server took. */
  format?: AnswerFormat | undefined;
  /** Null where no job asks. */
  caller: Caller | null;
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

interface ServerParts {
  transport: ChatTransport;
  database: Database;
  budget: AiBudget;
  patience: ChatPatience;
  /** Undefined where the model has no limits. */
  pace: ModelPace | undefined;
}

/** One model at its server: repetitions, deadline, circuit, pace and the day's budget around each request. */
export class ChatServer {
  private readonly circuit: Circuit;
  /** What the server was found to take, so that it isn't refused the rest each time. */
  private habits: ServerHabits;

  constructor(
    private readonly model: AiModelSettings,
    private readonly parts: ServerParts,
  ) {
    this.circuit = new Circuit(parts.patience.circuitOpenMs);
    this.habits = { format: 'json_schema', stream: model.stream, tokenField: 'max_tokens', usageOption: true };
  }

  /**
   * Asks until an answer has come or no further request is allowed.
   * @throws ChatFault where no answer came; the signal's reason where it aborted.
   */
  async ask(question: ChatQuestion): Promise<ChatAnswer> {
    const { patience } = this.parts;
    const faults = new Map<ChatFaultCode, number>();
    for (let wait = patience.backoffMs; ; wait *= 2) {
      try {
        return await this.circuit.run(question.caller, () => this.untilTaken(question));
      } catch (error) {
        if (question.signal.aborted) throw question.signal.reason;
        if (!(error instanceof ChatFault)) throw error;
        const seen = (faults.get(error.code) ?? 0) + 1;
        faults.set(error.code, seen);
        if (seen > (REPETITIONS[error.code] ?? 0)) throw error;
        const pause = Math.min(error.retryAfterMs ?? wait, patience.longestWaitMs);
        if (Date.now() + pause >= question.deadlineMs) throw error;
        await sleep(pause, undefined, { signal: question.signal }).catch(() => {
          throw question.signal.reason;
        });
      }
    }
  }

  /** From now on the server is asked in a weaker format than `format`: it took that, and did not keep to it. */
  weaken(format: AnswerFormat): void {
    if (this.habits.format === format) this.habits = { ...this.habits, format: weakerThan(format) ?? format };
  }

  /** The request, changed until the server takes it: another format, streaming, another field for the length. */
  private async untilTaken(question: ChatQuestion): Promise<ChatAnswer> {
    let habits: ServerHabits = {
      ...this.habits,
      ...(question.format === undefined ? {} : { format: question.format }),
    };
    for (let changes = 0; ; changes += 1) {
      try {
        const answer = await this.request(habits, question);
        this.habits = question.format === undefined ? habits : { ...habits, format: this.habits.format };
        return answer;
      } catch (error) {
        if (!(error instanceof ChangeWanted)) throw error;
        const changed = changes < MOST_CHANGES ? changedHabits(habits, error.wanted) : undefined;
        if (changed === undefined) throw new ChatFault('refused', { detail: error.detail });
        habits = changed;
      }
    }
  }

  /** One request: given its turn, booked, sent, read, settled. */
  private async request(habits: ServerHabits, question: ChatQuestion): Promise<ChatAnswer> {
    const { messages, schema, deadlineMs, signal } = question;
    const body = chatBody(this.model, messages, schema, habits);
    const bytes = Buffer.byteLength(JSON.stringify(body));
    const turn = await this.parts.pace?.enter({
      tokens: Math.ceil(bytes * USUAL_TOKENS_PER_BYTE) + this.model.maxTokens,
      deadlineMs,
      signal,
    });
    let taken: number | undefined;
    try {
      const { answer, tokens } = await this.send(body, bytes, habits, question);
      taken = tokens;
      return answer;
    } finally {
      await turn?.leave(taken);
    }
  }

  private async send(
    body: ReturnType<typeof chatBody>,
    bytes: number,
    habits: ServerHabits,
    question: ChatQuestion,
  ): Promise<{ answer: ChatAnswer; tokens: number }> {
    const { database, budget, transport } = this.parts;
    const { signal, userId } = question;
    if (question.deadlineMs <= Date.now()) throw new ChatFault('no_time');
    const booked = { tokens: Math.ceil(bytes * MOST_TOKENS_PER_BYTE) + this.model.maxTokens, userId };
    const day = await bookCall(database, budget, booked).catch((error: unknown) => {
      throw error instanceof BudgetSpent ? new ChatFault(error.code) : error;
    });
    question.onRequest();
    const limit = new TimeLimit(this.model.timeoutMs, question.deadlineMs, habits.stream);
    let reply: RawReply;
    try {
      reply = await transport.send(body, AbortSignal.any([signal, limit.signal]), () => {
        limit.note();
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (wasNeverSent(error)) {
        await returnCall(database, day, booked);
        throw new ChatFault('unreachable');
      }
      // What was booked stays: the server may have worked on it.
      throw new ChatFault(limit.signal.aborted ? 'timeout' : 'unreachable', { mayBePaid: true });
    } finally {
      limit.end();
    }
    const completion = readCompletion(reply.text);
    if (reply.status !== 200 || completion.error) {
      const fault = faultOf(reply);
      const worked = mayHaveWorked(reply.status) || (fault instanceof ChatFault && fault.code === 'server_error');
      await (worked ? settleTokens(database, day, booked.tokens, 0) : returnCall(database, day, booked));
      throw fault;
    }
    const tokens = tokensTaken(completion, bytes, reply.text);
    await settleTokens(database, day, booked.tokens, tokens);
    if (completion.finish === 'broken')
      throw new ChatFault('server_error', { detail: reply.text.slice(0, LONGEST_DETAIL) });
    return { answer: { raw: reply.text, format: habits.format, tokens: completion.tokens }, tokens };
  }
}

/** The next weaker format; undefined after the weakest. */
export function weakerThan(format: AnswerFormat): AnswerFormat | undefined {
  return ANSWER_FORMATS[ANSWER_FORMATS.indexOf(format) + 1];
}

function tokensTaken({ tokens }: Completion, bytes: number, text: string): number {
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
  note(): void {
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

/** The server would take the request with a change. Not a fault of its health. */
class ChangeWanted extends Error {
  constructor(
    readonly wanted: Exclude<Refusal, ChatFaultCode>,
    readonly detail: string,
  ) {
    super(wanted);
  }
}

/** @returns undefined where the change has been made already, or there is none left. */
function changedHabits(habits: ServerHabits, wanted: ChangeWanted['wanted']): ServerHabits | undefined {
  const { format, stream, tokenField, usageOption } = habits;
  switch (wanted) {
    case 'format': {
      const weaker = weakerThan(format);
      return weaker === undefined ? undefined : { ...habits, format: weaker };
    }
    case 'stream':
      return stream ? undefined : { ...habits, stream: true };
    case 'token_field':
      return tokenField === 'max_tokens' ? { ...habits, tokenField: 'max_completion_tokens' } : undefined;
    case 'token_limit':
      return tokenField === null ? undefined : { ...habits, tokenField: null };
    case 'usage_option':
      return usageOption && stream ? { ...habits, usageOption: false } : undefined;
  }
}

const CHANGES: ReadonlySet<Refusal> = new Set(['format', 'stream', 'token_field', 'token_limit', 'usage_option']);

function isChange(refusal: Refusal): refusal is ChangeWanted['wanted'] {
  return CHANGES.has(refusal);
}

function faultOf({ status, retryAfter, text }: RawReply): Error {
  const detail = `${String(status)} ${text.slice(0, LONGEST_DETAIL)}`;
  const refusal = readRefusal(status, text);
  if (isChange(refusal)) return new ChangeWanted(refusal, detail);
  return new ChatFault(refusal, { retryAfterMs: retryAfterMs(retryAfter, Date.now()), detail });
}

/** Errors of a connection that never stood: nothing was sent, so nothing can be charged. */
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
