import { Logger } from '@nestjs/common';
import type { Database, Transaction } from '#lib/database';
import { AppError, messageOf } from '#lib/kernel';
import { OpenSpan } from '#lib/observability';
import type { JobError } from '../domain/job-error';
import { toJobError, getRetryAfterMs } from '../job-failure';
import { LeaseLostError } from '../lease-lost.error';
import type { OutboxRelay } from '../outbox-relay';
import type { QueueSettings } from '../queue-settings';
import { type RegisteredHandler, type HandlerRegistry, parsePayload } from './handler-registry';
import { JobLease } from './job-lease';
import {
  type ClaimedJob,
  claimJob,
  requeueJob,
  returnWakeUp,
  scheduleFailureReport,
} from '../persistence/job-lease.query';

const LONGEST_BACKOFF_MS = 3_600_000;
const ABORTED_JOBS_WAIT_MS = 1000;
const LONGEST_UNKNOWN_DELAY_MS = 300_000;
/** Longer than the longest wait before an unknown job is offered again. */
const LOW_PRIORITY_MS = 2 * LONGEST_UNKNOWN_DELAY_MS;

/** One wake-up in work. A job can have two: an old run that lost its lease may still be ending. */
interface Delivery {
  readonly jobId: number;
  /** Set once the job is claimed. */
  lease: JobLease | undefined;
  done: Promise<void>;
}

/** Turns wake-ups into runs: claims the job, calls its handler, and writes how it ended. */
export class JobRunner {
  private readonly logger = new Logger('JobRunner');
  private readonly deliveries = new Set<Delivery>();
  private stopping = false;
  private metUnknownAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly registry: HandlerRegistry,
    private readonly relay: OutboxRelay,
    /** For renewals. */
    private readonly control: Database,
    private readonly settings: Pick<QueueSettings, 'leaseMs' | 'unknownJobTimeoutMs' | 'unknownJobDelayMs'>,
  ) {}

  get runningJobs(): number {
    return [...this.deliveries].filter(({ lease }) => lease !== undefined).length;
  }

  /** Whether there is a newer build, whose workers should get the next job. */
  get hasLowPriority(): boolean {
    return performance.now() - this.metUnknownAt < LOW_PRIORITY_MS;
  }

  /** Runs the job if it is free; a wake-up for one that is held or has ended is dropped. Rejects on database errors only. */
  async deliver(jobId: number): Promise<void> {
    if (this.stopping) {
      await returnWakeUp(this.database, jobId);
      return;
    }
    const delivery: Delivery = { jobId, lease: undefined, done: Promise.resolve() };
    // Counted from before the claim: a worker that stops meanwhile waits for it.
    this.deliveries.add(delivery);
    delivery.done = this.claimAndRun(delivery).finally(() => this.deliveries.delete(delivery));
    await delivery.done;
  }

  /** Called when a notification reports that the job was cancelled. */
  check(jobId: number): void {
    for (const delivery of this.deliveries) if (delivery.jobId === jobId) void delivery.lease?.renew();
  }

  /**
   * Takes no further job, lets the running ones go on for `graceMs`, then aborts them and waits a little for them to yield.
   * A job whose claim succeeds meanwhile is handed back. @returns whether nothing is left in work.
   */
  async stop(graceMs: number): Promise<boolean> {
    this.stopping = true;
    await this.waitUntilIdle(graceMs);
    for (const { lease } of this.deliveries) lease?.interrupt();
    await this.waitUntilIdle(ABORTED_JOBS_WAIT_MS);
    for (const { jobId, lease } of this.deliveries) {
      lease?.release();
      this.logger.warn(`job ${jobId} did not yield; another worker takes it when its lease runs out`);
    }
    return this.deliveries.size === 0;
  }

  private async waitUntilIdle(ms: number): Promise<void> {
    if (this.deliveries.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const timeUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([timeUp, Promise.allSettled([...this.deliveries].map(({ done }) => done))]);
    clearTimeout(timer);
  }

  private async claimAndRun(delivery: Delivery): Promise<void> {
    const job = await claimJob(this.database, delivery.jobId, this.settings.leaseMs);
    if (job === undefined) return;
    if (this.stopping) {
      await requeueJob(this.database, job, 'handed_back', 0);
      return;
    }
    const lease = new JobLease(this.database, this.control, job, this.settings.leaseMs);
    delivery.lease = lease;
    const span = OpenSpan.begin(job.name, 'job', { 'job.id': job.id, 'job.attempt': job.attempts }, job.traceParent);
    try {
      await span.run(() => this.run(job, lease, span));
    } finally {
      span.end();
      lease.release();
    }
  }

  private async run(job: ClaimedJob, lease: JobLease, span: OpenSpan): Promise<void> {
    const found = this.registry.find(job.name);
    try {
      if (found === undefined) {
        if (job.firstTakenMsAgo < this.settings.unknownJobTimeoutMs) {
          await this.leaveToNewerBuild(job, lease);
          return;
        }
        throw AppError.invalid(`this build knows no job ${job.name}`, undefined, 'unknown_job');
      }
      const { definition, handler } = found;
      const payload = await parsePayload(definition, job.payload);
      const result = await withinRunTime(lease, definition.maxRunMs, () => handler.run(payload, lease));
      if (!lease.isCompleted) await lease.settleCompleted(result);
    } catch (error) {
      span.fail(getFailureCode(lease, error));
      await this.settleError(job, lease, found, error).catch((second: unknown) => {
        if (second instanceof LeaseLostError) return;
        this.logger.error(`job ${job.id}: could not write how it ended: ${messageOf(second)}`);
      });
    }
  }

  /** While a release rolls out, old workers meet jobs of the new build. The wait grows with the time it has gone on. */
  private async leaveToNewerBuild(job: ClaimedJob, lease: JobLease): Promise<void> {
    this.metUnknownAt = performance.now();
    const delayMs = Math.min(
      Math.max(this.settings.unknownJobDelayMs, job.firstTakenMsAgo / 4),
      LONGEST_UNKNOWN_DELAY_MS,
    );
    this.logger.warn(`job ${job.id} (${job.name}) is of a build that is not this one and is left to it`);
    await lease.settleQueued('handed_back', Math.round(delayMs));
  }

  private async settleError(
    job: ClaimedJob,
    lease: JobLease,
    found: RegisteredHandler | undefined,
    thrown: unknown,
  ): Promise<void> {
    if (lease.isCompleted) {
      this.logger.error(`job ${job.id} (${job.name}) threw after it was completed: ${messageOf(thrown)}`);
      return;
    }
    if (lease.isLost || thrown instanceof LeaseLostError) {
      this.logger.log(`job ${job.id} (${job.name}) was cancelled or taken over; this delivery's result is dropped`);
      return;
    }
    if (lease.signal.aborted && !lease.isOverdue) {
      await lease.settleQueued('handed_back', 0);
      return;
    }
    // The reason of the abort is more precise than what the handler throws then.
    const error = toJobError(lease.isOverdue ? lease.signal.reason : thrown);
    const retry = found?.definition.retry;
    const triesThatFailed = job.attempts - job.crashes;
    if (error.retryable && retry !== undefined && triesThatFailed < retry.attempts) {
      const backoffMs = Math.max(retry.backoffMs * 2 ** (triesThatFailed - 1), getRetryAfterMs(thrown));
      const delayMs = Math.min(backoffMs, LONGEST_BACKOFF_MS);
      this.logger.warn(`job ${job.id} (${job.name}) tries again in ${delayMs} ms: ${error.code}: ${messageOf(thrown)}`);
      await lease.settleQueued('error', delayMs);
      if (delayMs === 0) this.relay.drainSoon();
      return;
    }
    this.logFailure(job, error, thrown);
    await lease.settleFailed(error, (tx) => failWithHandler(tx, job, error, found, this.logger));
  }

  private logFailure(job: ClaimedJob, error: JobError, thrown: unknown): void {
    const text = `job ${job.id} (${job.name}) failed: ${error.code}: ${messageOf(thrown)}`;
    if (error.kind === 'internal' && thrown instanceof Error) this.logger.error(text, thrown.stack);
    else this.logger.warn(text);
  }
}

/** Runs the handler, and ends the delivery when its time is over, whether the handler yields or not. */
async function withinRunTime<T>(lease: JobLease, maxRunMs: number | undefined, run: () => Promise<T>): Promise<T> {
  if (maxRunMs === undefined) return run();
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      lease.expire(maxRunMs);
      // The handler's own end is better than none: it closes what it has open.
      timer = setTimeout(() => reject(lease.signal.reason as Error), ABORTED_JOBS_WAIT_MS);
    }, maxRunMs);
  });
  try {
    const result = await Promise.race([run(), overdue]);
    if (lease.isOverdue && !lease.isCompleted) throw lease.signal.reason;
    return result;
  } finally {
    clearTimeout(timer);
  }
}

/** How a delivery ended, for its span. */
function getFailureCode(lease: JobLease, thrown: unknown): string {
  if (lease.isLost || thrown instanceof LeaseLostError) return 'lease_lost';
  return lease.signal.aborted && !lease.isOverdue ? 'handed_back' : toJobError(thrown).code;
}

/**
 * Lets the handler fail its business row in the transaction that fails the job. A hook that throws is undone by itself, since
 * the job must end all the same; the reconciler calls it again later, as it does if this build has no handler.
 */
export async function failWithHandler(
  tx: Transaction,
  job: ClaimedJob,
  error: JobError,
  found: RegisteredHandler | undefined,
  logger: Logger,
): Promise<void> {
  if (found === undefined) {
    await scheduleFailureReport(tx, job.id);
    return;
  }
  const { handler } = found;
  const hook = handler.failed?.bind(handler);
  if (hook === undefined) return;
  try {
    await tx.savepoint((savepoint) => hook(job.payload, error, savepoint, job.id));
  } catch (thrown) {
    logger.error(`job ${job.id} (${job.name}): its handler could not note the failure: ${messageOf(thrown)}`);
    await scheduleFailureReport(tx, job.id);
  }
}
