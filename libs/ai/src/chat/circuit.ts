import { ChatError } from './chat-error';
import { CHAT_ERROR_SCOPES, type ChatErrorCode } from '../domain/chat-error-code';

/** Consecutive errors after which no call goes to a model, by their scope. */
const ERRORS_THAT_OPEN = { passes: 5, stops: 2 } as const;

/** Errors on our side, before a request was sent. They do not concern the server's health. */
const INCONCLUSIVE: ReadonlySet<ChatErrorCode> = new Set([
  'no_time',
  'no_slot',
  'budget_spent',
  'user_budget_spent',
  'not_configured',
]);

/** The job behind a call. */
export interface Caller {
  jobId: number;
  /** Of a drain or a replay: the first job since it was started or last continued. Later ones have greater ids. */
  roundJobId?: number | undefined;
}

/**
 * Sends no calls to a server that fails repeatedly. Closed: calls go through. Open: they fail at once for `openMs`. Then one
 * call goes through, and its end decides. A circuit that opened on an error that does not pass (key, credit) goes on naming it,
 * so that a drain stops for it and does not wait; one that a person has started or continued since then may call at once,
 * because they may have repaired it.
 */
export class Circuit {
  private consecutiveErrors = 0;
  private cause: ChatErrorCode | undefined;
  private openUntil = 0;
  /** The job at whose call it opened. */
  private openedBy = 0;
  private isProbing = false;

  constructor(
    private readonly openMs: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws ChatError without calling `work` if the circuit is open; else what `work` throws. */
  async run<Value>(caller: Caller | null, work: () => Promise<Value>): Promise<Value> {
    const isProbe = this.cause !== undefined;
    if (this.cause !== undefined) {
      // The probe shows whether the cause has been repaired: until then nothing must stop for it.
      if (this.isProbing) throw new ChatError('circuit_open');
      const code = this.codeWhileOpen(this.cause);
      const mayBeRepaired = code !== 'circuit_open' && (caller?.roundJobId ?? 0) > this.openedBy;
      if (this.now() < this.openUntil && !mayBeRepaired) throw new ChatError(code);
      this.isProbing = true;
    }
    try {
      const value = await work();
      this.close();
      return value;
    } catch (error) {
      this.recordError(error, caller, isProbe);
      throw error;
    } finally {
      if (isProbe) this.isProbing = false;
    }
  }

  private codeWhileOpen(cause: ChatErrorCode): ChatErrorCode {
    return CHAT_ERROR_SCOPES[cause] === 'stops' ? cause : 'circuit_open';
  }

  private close(): void {
    this.consecutiveErrors = 0;
    this.cause = undefined;
  }

  private recordError(error: unknown, caller: Caller | null, isProbe: boolean): void {
    // A call that was aborted does not concern the server: an open circuit stays open, a closed one closed.
    if (!(error instanceof ChatError) || INCONCLUSIVE.has(error.code)) return;
    const scope = CHAT_ERROR_SCOPES[error.code];
    if (scope === 'question') {
      this.close();
      return;
    }
    this.consecutiveErrors += 1;
    if (!isProbe && this.consecutiveErrors < ERRORS_THAT_OPEN[scope]) return;
    this.cause = error.code;
    this.openUntil = this.now() + this.openMs;
    this.openedBy = Math.max(this.openedBy, caller?.roundJobId ?? caller?.jobId ?? 0);
  }
}
