import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#lib/database';
import { ChatError } from '../chat/chat-error';
import { endTurn, type PaceLimits, renewTurn, takeTurn } from '../persistence/ai-turn.query';

const MINUTE_MS = 60_000;
/** A worker that dies gives its turn back after this. */
const LEASE_MS = 60_000;
const RENEW_MS = LEASE_MS / 3;
/** While every turn is taken: how often it is checked whether another process ended one, first and at most. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 2000;

export interface PaceRequest {
  /** The most tokens that the request may take. */
  tokens: number;
  deadlineMs: number;
  signal: AbortSignal;
}

/** A request's turn. */
export interface PaceTurn {
  /** @param tokens The request's tokens; undefined if they are not known. */
  leave(tokens: number | undefined): Promise<void>;
}

/**
 * The pace of one model: requests at once, requests and tokens a minute, over all workers. Within a process the waiting form a
 * line, and only its head queries the database, so that any number of lanes cost one small transaction at a time.
 */
export class ModelPace {
  private line: Promise<unknown> = Promise.resolve();
  private wake: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly model: string,
    private readonly limits: PaceLimits,
    private readonly minuteMs: number = MINUTE_MS,
  ) {}

  /** @throws ChatError `no_slot` if no turn comes before the deadline; the signal's reason if it aborted. */
  async enter(request: PaceRequest): Promise<PaceTurn> {
    const before = this.line;
    let leaveLine: () => void = () => undefined;
    const own = new Promise<void>((resolve) => (leaveLine = resolve));
    // Behind all that stand before, also those behind one that gave up.
    this.line = Promise.all([before, own]);
    try {
      await this.within(request, before);
      return this.toTurn(await this.take(request));
    } finally {
      leaveLine();
    }
  }

  private async take(request: PaceRequest): Promise<number> {
    for (let look = FIRST_LOOK_MS; ; look = Math.min(look * 2, LAST_LOOK_MS)) {
      const taken = await takeTurn(this.database, {
        model: this.model,
        limits: this.limits,
        tokens: request.tokens,
        minuteMs: this.minuteMs,
        leaseMs: LEASE_MS,
      });
      if ('turnId' in taken) return taken.turnId;
      const pause = taken.waitMs ?? look;
      if (Date.now() + pause >= request.deadlineMs) throw new ChatError('no_slot');
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      await this.within(request, taken.waitMs === null ? Promise.race([woken, sleep(pause)]) : sleep(pause));
    }
  }

  private async within({ deadlineMs, signal }: PaceRequest, awaited: Promise<unknown>): Promise<void> {
    signal.throwIfAborted();
    const given = new AbortController();
    const end = sleep(Math.max(0, deadlineMs - Date.now()), 'late', {
      signal: AbortSignal.any([signal, given.signal]),
    });
    try {
      const first = await Promise.race([awaited.then(() => 'in time'), end]);
      if (first === 'late') throw new ChatError('no_slot');
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error;
    } finally {
      given.abort();
      end.catch(() => undefined);
    }
  }

  private toTurn(turnId: number): PaceTurn {
    const renewal = setInterval(() => {
      // A renewal that fails is made up for by the next; two fit into a lease.
      renewTurn(this.database, turnId, LEASE_MS).catch(() => undefined);
    }, RENEW_MS);
    return {
      leave: async (tokens) => {
        clearInterval(renewal);
        // An answer that was paid is not lost because its turn could not be ended: the lease ends it.
        await endTurn(this.database, turnId, tokens).catch(() => undefined);
        this.wake();
      },
    };
  }
}
