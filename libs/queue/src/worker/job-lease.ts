import { setTimeout as sleep } from 'node:timers/promises';
import { convertDatabaseError, type Database, type Transaction } from '#lib/database';
import { AppError, type JsonValue } from '#lib/kernel';
import type { JobContext } from '../job-handler';
import type { JobError } from '../domain/job-error';
import { LeaseLostError } from '../lease-lost.error';
import {
  type ClaimedJob,
  completeJob,
  extendLease,
  failJob,
  lockHeldJob,
  renewLease,
  type RequeueReason,
  requeueJob,
  writeProgress,
} from '../persistence/job-lease.query';

const SETTLE_RETRY_MS = 500;

/** One delivery's hold on a job: renewal in the background, the fence around its writes, and the one way it ends. */
export class JobLease implements JobContext<JsonValue> {
  private readonly abort = new AbortController();
  private readonly renewal: NodeJS.Timeout;
  private renewedAt = performance.now();
  private renewing = false;
  /** Open fences: they hold the row's lock, so that nobody can take the job and a renewal would only wait for them. */
  private fences = 0;
  private completed = false;
  private lost = false;
  private overdue = false;

  constructor(
    private readonly database: Database,
    /** For renewals, which must not queue behind the statements of handlers. */
    private readonly control: Database,
    private readonly job: ClaimedJob,
    private readonly leaseMs: number,
  ) {
    this.renewal = setInterval(() => void this.renew(), leaseMs / 3);
  }

  get jobId(): number {
    return this.job.id;
  }

  get attempt(): number {
    return this.job.attempts;
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  get isCompleted(): boolean {
    return this.completed;
  }

  get isLost(): boolean {
    return this.lost;
  }

  /** The delivery ran longer than its job may. */
  get isOverdue(): boolean {
    return this.overdue;
  }

  fenced<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(async (tx, hold) => {
      await hold();
      return work(tx);
    });
  }

  complete(work: (tx: Transaction) => Promise<JsonValue>): Promise<JsonValue> {
    return this.completeLate(
      () => Promise.resolve(),
      (tx) => work(tx),
    );
  }

  async completeLate<T>(
    work: (tx: Transaction) => Promise<T>,
    finish: (tx: Transaction, value: T) => Promise<JsonValue>,
  ): Promise<JsonValue> {
    const result = await this.transaction(async (tx, hold) => {
      const value = await work(tx);
      await hold();
      const ended = await finish(tx, value);
      await completeJob(tx, this.job, ended);
      return ended;
    });
    this.completed = true;
    return result;
  }

  async progress(progress: JsonValue, tx?: Transaction): Promise<void> {
    const held = await writeProgress(tx ?? this.database, this.job, this.leaseMs, progress);
    if (!held) throw this.lose();
    this.renewedAt = performance.now();
  }

  /** Checks at once whether this delivery still holds the job, which seems to be cancelled. */
  async renew(): Promise<void> {
    if (this.renewing || this.fences > 0) return;
    this.renewing = true;
    const begun = performance.now();
    try {
      if (await renewLease(this.control, this.job, this.leaseMs)) this.renewedAt = begun;
      else if (!this.completed) this.lose();
    } catch {
      // After a failure that lasts longer than the lease, another worker may have the job.
      if (performance.now() - this.renewedAt > this.leaseMs) this.lose();
    } finally {
      this.renewing = false;
    }
  }

  /** Signals the handler to stop, because this worker stops. */
  interrupt(): void {
    this.abort.abort(new Error('the worker is stopping'));
  }

  /** Signals the handler to stop, because its time is over. */
  expire(maxRunMs: number): void {
    if (this.abort.signal.aborted || this.completed) return;
    this.overdue = true;
    const minutes = Math.max(1, Math.round(maxRunMs / 60_000));
    this.abort.abort(
      new AppError('conflict', 'ran_too_long', `the job was stopped: it may run for ${minutes} minutes at most`),
    );
  }

  /** Completes the job with a result whose effects were written before. */
  async settleCompleted(result: JsonValue): Promise<void> {
    await this.settle(async () => {
      if (!(await completeJob(this.database, this.job, result))) throw this.lose();
    });
  }

  /** Fails the job for good; `alsoFail` runs in the same transaction. */
  async settleFailed(error: JobError, alsoFail: (tx: Transaction) => Promise<void>): Promise<void> {
    await this.settle(() =>
      this.fenced(async (tx) => {
        await failJob(tx, this.job, error, false);
        await alsoFail(tx);
      }),
    );
  }

  async settleQueued(reason: RequeueReason, delayMs: number): Promise<void> {
    await this.settle(async () => {
      if (!(await requeueJob(this.database, this.job, reason, delayMs))) throw this.lose();
    });
  }

  /** Ends the renewal. The row is left as it is. */
  release(): void {
    clearInterval(this.renewal);
  }

  /** A database that became unavailable for a moment must not cost a finished job: writes the end until the lease has run out. */
  private async settle(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        const mayPass = convertDatabaseError(error)?.retryable === true;
        if (!mayPass || this.lost || (this.abort.signal.aborted && !this.overdue)) throw error;
        await sleep(SETTLE_RETRY_MS);
      }
    }
  }

  /** A transaction whose `hold` is the fence: it locks the job's row until the commit, or throws if the lease is lost. */
  private async transaction<T>(work: (tx: Transaction, hold: () => Promise<void>) => Promise<T>): Promise<T> {
    let fences = 0;
    try {
      return await this.database.transaction(async (tx) => {
        let heldSince = performance.now();
        const value = await work(tx, async () => {
          this.fences += 1;
          fences += 1;
          heldSince = performance.now();
          if (!(await lockHeldJob(tx, this.job))) throw this.lose();
        });
        if (performance.now() - heldSince > this.leaseMs / 3) await this.renewAtCommit(tx);
        return value;
      });
    } finally {
      this.fences -= fences;
    }
  }

  private async renewAtCommit(tx: Transaction): Promise<void> {
    await extendLease(tx, this.job, this.leaseMs);
    this.renewedAt = performance.now();
  }

  private lose(): LeaseLostError {
    const error = new LeaseLostError(this.job.id);
    this.lost = true;
    this.release();
    this.abort.abort(error);
    return error;
  }
}
