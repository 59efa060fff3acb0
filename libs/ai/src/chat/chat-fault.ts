/** Why a model gave no answer. */
export const CHAT_FAULT_CODES = [
  'unauthorized',
  'rate_limited',
  'server_error',
  'unreachable',
  'timeout',
  'redirected',
  'refused',
  'circuit_open',
  'budget_spent',
  'user_budget_spent',
  'no_time',
  'asked_twice',
  'no_credit',
  'filtered',
  'too_long',
  'prompt_truncated',
  'answer_truncated',
  'no_slot',
  'not_configured',
] as const;
export type ChatFaultCode = (typeof CHAT_FAULT_CODES)[number];

/** For people and replies: nothing that a vendor wrote. */
const SENTENCES: Readonly<Record<ChatFaultCode, string>> = {
  unauthorized: 'the AI server refuses the key of the model',
  rate_limited: 'the AI server says that it is asked too often',
  server_error: 'the AI server failed',
  unreachable: 'the AI server could not be reached, or broke the connection',
  timeout: 'the AI server did not answer in time',
  redirected: 'the AI server redirects elsewhere, which is not followed (AI_BASE_URL)',
  refused: 'the AI server refuses the request; is the model known to it (AI_MODELS)?',
  circuit_open: 'the AI server failed too often just now; it is left alone for half a minute',
  budget_spent: "the day's budget of AI calls or tokens is used up",
  user_budget_spent: 'your share of the AI calls of the day is used up; it is whole again at midnight in Shanghai',
  no_time: 'no time was left to ask the AI server',
  asked_twice: 'the AI server was asked twice before and the answers were lost',
  no_credit: 'the account at the AI server has no credit or quota left',
  filtered: "the AI server's content filter withheld the answer",
  too_long: 'the question is longer than the model takes',
  prompt_truncated: 'the AI server cut the question before the model read it; give it a longer context',
  answer_truncated: 'the answer was cut at the most tokens that the model may answer (maxTokens)',
  no_slot: "the model's limits (concurrency, rpm, tpm) left no slot in the time there was",
  not_configured: 'the model has no address or no key',
};

/**
 * What a fault means for the questions that are still to be asked of the same model:
 * - `passes`: it ends by itself. Wait, then ask the same question again.
 * - `stops`: every further question meets it until a person has acted, or the day has ended. Stop asking.
 * - `question`: it concerns this question alone. Ask the next one, and do not repeat this one.
 */
export type ChatFaultScope = 'passes' | 'stops' | 'question';

/** The one table that waiting, stopping and skipping go by. */
export const CHAT_FAULT_SCOPES: Readonly<Record<ChatFaultCode, ChatFaultScope>> = {
  rate_limited: 'passes',
  server_error: 'passes',
  unreachable: 'passes',
  timeout: 'passes',
  circuit_open: 'passes',
  no_time: 'passes',
  no_slot: 'passes',
  unauthorized: 'stops',
  no_credit: 'stops',
  refused: 'stops',
  redirected: 'stops',
  not_configured: 'stops',
  budget_spent: 'stops',
  user_budget_spent: 'stops',
  filtered: 'question',
  too_long: 'question',
  prompt_truncated: 'question',
  answer_truncated: 'question',
  asked_twice: 'question',
};

/** A call that got no answer. */
export class ChatFault extends Error {
  override readonly name = 'ChatFault';
  /** The server may have worked for us, and may charge for it: not asked again without limit. */
  readonly mayBePaid: boolean;
  /** What the server asked to wait, in ms. */
  readonly retryAfterMs: number | undefined;
  /** What the server wrote; kept with the run, shown nowhere else. */
  readonly detail: string | null;

  constructor(
    readonly code: ChatFaultCode,
    options: { mayBePaid?: boolean; retryAfterMs?: number | undefined; detail?: string } = {},
  ) {
    super(SENTENCES[code]);
    this.mayBePaid = options.mayBePaid ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.detail = options.detail ?? null;
  }
}
