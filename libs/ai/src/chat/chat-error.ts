import type { ChatErrorCode } from '../domain/chat-error-code';

/** For people and API responses: nothing that a vendor wrote. */
const MESSAGES: Readonly<Record<ChatErrorCode, string>> = {
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

/** A call that got no answer. */
export class ChatError extends Error {
  override readonly name = 'ChatFault';
  /** The server may have worked for us, and may charge for it: the request is not repeated without limit. */
  readonly mayBePaid: boolean;
  /** The wait that the server requested, in ms. */
  readonly retryAfterMs: number | undefined;
  /** What the server wrote; kept with the run, shown nowhere else. */
  readonly detail: string | null;

  constructor(
    readonly code: ChatErrorCode,
    options: { mayBePaid?: boolean; retryAfterMs?: number | undefined; detail?: string } = {},
  ) {
    super(MESSAGES[code]);
    this.mayBePaid = options.mayBePaid ?? false;
    this.retryAfterMs = options.retryAfterMs;
    this.detail = options.detail ?? null;
  }
}
