import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import {
  READ_ACKNOWLEDGED_POSITION,
  READ_PRIMARY_WAL,
  READ_REPLAYED_POSITION,
  READ_REPLICA_WAL,
  type ReplicaWal,
} from '../persistence/wal-positions.query';
import type { SqlRunner } from '../sql-runner';
import { Freshness } from './freshness';
import { SharedQuestion } from './shared-question';
import { parseWalPosition, type WalPosition } from './wal-position';

/** Why reads go to the primary now; `ok`: they need not. */
export type ReplicaState =
  'ok' | 'unknown' | 'unreachable' | 'left' | 'stale' | 'other_system' | 'not_in_recovery' | 'ahead';

export interface ReplicaLook {
  readonly state: ReplicaState;
  /** Bytes of the log that were not replayed at the last look; null before it. */
  readonly lagBytes: number | null;
  /** Ms by which its data may be behind; null before the first proof. */
  readonly lagMs: number | null;
}

export interface WatchSettings {
  readonly maxLagMs: number;
  /** Called with each new state. */
  readonly onChange: (state: ReplicaState) => void;
}

/** A look must be a fraction of the bound, or the proof of the last one would run out before the next. */
const LOOKS_IN_BOUND = 4;
const LONGEST_BETWEEN_LOOKS_MS = 250;
/** After a failure; doubled by each that follows. */
const LEAVE_MS = { first: 500, most: 5000 };
/** How long a read waits for its caller's write. A healthy replica has it in a few ms. */
const LONGEST_WAIT_MS = 100;
const BETWEEN_ASKS_MS = 1;

/** What a look found that is no replica of ours. */
type Misfit = Extract<ReplicaState, 'other_system' | 'not_in_recovery' | 'ahead'>;

/**
 * Looks at primary and replica a few times a second, one look for the whole process, and knows how old the replica's data
 * are at most. While they are too old, or the replica does not answer, nothing reads there.
 */
export class ReplicaWatch {
  private readonly freshness = new Freshness();
  private readonly betweenLooksMs: number;
  private readonly acknowledged: SharedQuestion<WalPosition>;
  private readonly replays: SharedQuestion<WalPosition>;
  private replayed: WalPosition = -1n;
  private lagBytes: number | null = null;
  private unprovenSince = performance.now();
  private trouble: Misfit | 'unreachable' | 'unknown' | undefined = 'unknown';
  private failures = 0;
  private leftUntil = Number.NEGATIVE_INFINITY;
  private hurriesUntil = Number.NEGATIVE_INFINITY;
  private shown: ReplicaState = 'unknown';
  private term = beginTerm();
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  /** @param primary @param replica Connections that serve looks alone, with short limits. */
  constructor(
    private readonly primary: SqlRunner,
    private readonly replica: SqlRunner,
    private readonly settings: WatchSettings,
  ) {
    this.betweenLooksMs = Math.min(LONGEST_BETWEEN_LOOKS_MS, settings.maxLagMs / LOOKS_IN_BOUND);
    this.acknowledged = new SharedQuestion(async () => {
      const [row] = await primary.query(READ_ACKNOWLEDGED_POSITION);
      return parseWalPosition(row?.position ?? '');
    });
    this.replays = new SharedQuestion(async () => {
      const [row] = await replica.query(READ_REPLAYED_POSITION);
      return this.noteReplayed(parseWalPosition(row?.position ?? ''));
    });
  }

  start(): void {
    this.lookAndGoOn();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.term.abort();
  }

  /** Whether reads may go to the replica now: its data are within the bound. */
  isUsable(): boolean {
    return this.stateNow() === 'ok';
  }

  /** Aborted when the replica no longer answers: whoever waits for it then need not. */
  get answering(): AbortSignal {
    return this.term.signal;
  }

  getLook(): ReplicaLook {
    const age = this.freshness.ageAt(performance.now());
    return {
      state: this.stateNow(),
      lagBytes: this.lagBytes,
      lagMs: Number.isFinite(age) ? Math.round(age) : null,
    };
  }

  /** Whether it holds all that was acknowledged before this call, now or within a few ms. False where that is unknown. */
  async isCurrent(): Promise<boolean> {
    if (!this.isUsable()) return false;
    try {
      const wanted = await this.acknowledged.ask();
      return await this.untilReplayed(wanted);
    } catch {
      return false;
    }
  }

  /** Sends no read there for a moment. @param lost It does not answer at all: those that wait for it are told. */
  leave(lost: boolean): void {
    const now = performance.now();
    // All reads that fail together are one failure.
    if (now >= this.leftUntil) {
      this.leftUntil = now + Math.min(LEAVE_MS.first * 2 ** this.failures, LEAVE_MS.most);
      this.failures += 1;
    }
    if (lost) this.giveUp();
    this.tell();
  }

  /** What was proven is of a server that may have restarted since, at an earlier point of the log. */
  private giveUp(): void {
    this.forget();
    this.term.abort();
    this.term = beginTerm();
  }

  private forget(): void {
    this.unprovenSince = performance.now();
    this.freshness.reset();
    this.replayed = -1n;
    this.lagBytes = null;
  }

  private async untilReplayed(wanted: WalPosition): Promise<boolean> {
    if (this.replayed >= wanted) return true;
    const from = performance.now();
    if (from < this.hurriesUntil) return false;
    const until = from + LONGEST_WAIT_MS;
    const timer = new AbortController();
    const tooLate = pause(LONGEST_WAIT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
    try {
      while (this.replayed < wanted && performance.now() < until) {
        await Promise.race([this.replays.ask(), tooLate]);
        if (this.replayed < wanted) await Promise.race([pause(BETWEEN_ASKS_MS), tooLate]);
      }
    } finally {
      timer.abort();
    }
    if (this.replayed >= wanted) return true;
    // It is behind: those who come before the next look would wait in vain too.
    this.hurriesUntil = performance.now() + this.betweenLooksMs;
    return false;
  }

  private lookAndGoOn(): void {
    void this.look().finally(() => {
      if (this.stopped) return;
      this.timer = setTimeout(() => this.lookAndGoOn(), this.untilNextLook());
      this.timer.unref();
    });
  }

  private untilNextLook(): number {
    if (this.trouble !== 'unreachable') return this.betweenLooksMs;
    return Math.max(this.betweenLooksMs, this.leftUntil - performance.now());
  }

  private async look(): Promise<void> {
    try {
      const [seen] = await orLost(this.replica.query(READ_REPLICA_WAL));
      const askedAt = performance.now();
      const [primary] = await this.primary.query(READ_PRIMARY_WAL);
      if (seen === undefined || primary === undefined || this.stopped) return;
      const position = parseWalPosition(primary.position);
      const misfit = misfitOf(seen, { system: primary.system, position });
      if (misfit === undefined) this.noteFit(askedAt, position, await orLost(this.replays.ask()));
      else this.refuse(misfit);
    } catch (error) {
      // Where the primary does not answer, what was proven before holds until it is too old.
      if (this.stopped || !(error instanceof Lost)) return;
      this.trouble = 'unreachable';
      this.leave(true);
    } finally {
      this.tell();
    }
  }

  private noteFit(askedAt: number, position: WalPosition, replayed: WalPosition): void {
    this.freshness.notePrimary(askedAt, position);
    this.freshness.noteReplayed(replayed);
    this.freshness.forgetBefore(askedAt - 2 * this.settings.maxLagMs);
    this.lagBytes = Number(position > replayed ? position - replayed : 0n);
    this.trouble = undefined;
    // Failures further apart than the longest pause are not of one kind.
    if (performance.now() > this.leftUntil + LEAVE_MS.most) this.failures = 0;
  }

  private refuse(misfit: Misfit): void {
    this.trouble = misfit;
    this.forget();
  }

  private noteReplayed(position: WalPosition): WalPosition {
    if (position > this.replayed) this.replayed = position;
    this.freshness.noteReplayed(position);
    return position;
  }

  private stateNow(): ReplicaState {
    if (this.trouble !== undefined) return this.trouble;
    const now = performance.now();
    if (now < this.leftUntil) return 'left';
    const age = this.freshness.ageAt(now);
    if (age <= this.settings.maxLagMs) return 'ok';
    return Number.isFinite(age) || now - this.unprovenSince > this.settings.maxLagMs ? 'stale' : 'unknown';
  }

  private tell(): void {
    const state = this.stateNow();
    if (state === this.shown) return;
    this.shown = state;
    this.settings.onChange(state);
  }
}

/** As many reads wait for its end as are under way. */
function beginTerm(): AbortController {
  const term = new AbortController();
  setMaxListeners(0, term.signal);
  return term;
}

/** The replica did not answer, in contrast to the primary. */
class Lost extends Error {}

async function orLost<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (cause) {
    throw new Lost('the replica does not answer', { cause });
  }
}

/** @param primary as it was asked after the replica, which can't have more of the log, if it is that log. */
function misfitOf(seen: ReplicaWal, primary: { system: string; position: WalPosition }): Misfit | undefined {
  if (seen.system !== primary.system) return 'other_system';
  if (!seen.inRecovery || seen.position === null) return 'not_in_recovery';
  return parseWalPosition(seen.position) > primary.position ? 'ahead' : undefined;
}
