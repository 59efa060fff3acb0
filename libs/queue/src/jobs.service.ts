import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, Notifications, type SqlRunner, type Transaction } from '#lib/database';
import { AppError, type JsonValue } from '#lib/kernel';
import { currentTraceParent } from '#lib/observability';
import { QueueBackend } from './backend/queue-backend';
import { WakeSignal } from './wake-signal';
import { JOB_CHANNEL } from './persistence/channels';
import type { JobDefinition } from './job-definition';
import { hasEnded } from './job-view';
import { cancelJob, countJobsInFlight, expediteJob, findJobInFlight, insertJob } from './persistence/enqueue.query';
import { type JobFilter, type JobView, type ListedJob, selectJob, selectJobs } from './persistence/job-views.query';
import { type QueueStats, selectQueueStats } from './persistence/queue-stats.query';
import { selectDrainedQueues } from './persistence/worker-heartbeats.query';
import { OutboxRelay } from './outbox-relay';
import { QUEUE_SETTINGS, type QueueSettings } from './queue-settings';

export interface EnqueueOptions {
  /** Id of the user who requested it. */
  requestedBy?: number;
  /** Jobs share a row only within one scope, such as a caller. */
  dedupeScope?: string;
  availableAt?: Date;
}

export interface EnqueuedJob {
  jobId: number;
  /** False if an identical job was in flight already, and `jobId` is that one. */
  created: boolean;
}

export interface QueueHealth {
  /** Whether BullMQ's store responds. */
  backend: boolean;
  /** Queues that no live worker drains. */
  undrained: string[];
}

/** A notification may be lost; the row is read this often anyway, give or take a fifth: so that callers who came together spread. */
const LOOK_EVERY_MS = 5000;
const PING_CACHE_MS = 1000;
const DEDUPE_TRIES = 5;

/** What callers do with background jobs. Used by the API, the worker and the command line alike. */
@Injectable()
export class JobsService implements OnApplicationBootstrap {
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private lastPing: { at: number; answered: Promise<boolean> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly backend: QueueBackend,
    private readonly relay: OutboxRelay,
    @Inject(QUEUE_SETTINGS) private readonly settings: QueueSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.notifications.subscribe(JOB_CHANNEL, (jobId) => this.changes.emit(jobId));
  }

  /**
   * Writes a job and its outbox row in the caller's transaction: it runs after the commit, and never after a rollback.
   * If an identical job (same definition, dedupe key and scope) is in flight, its id is returned and nothing is written.
   * @throws AppError 429 `too_many_jobs` if the user has as many of a limited job in flight as they may have.
   */
  async enqueue<Payload extends object, Result extends JsonValue>(
    tx: Transaction,
    definition: JobDefinition<Payload, Result>,
    payload: Payload,
    options: EnqueueOptions = {},
  ): Promise<EnqueuedJob> {
    const key = buildDedupeKey(definition, payload, options.dedupeScope);
    const limit = definition.limitedPerUser === true ? this.settings.jobsPerUser : null;
    for (let attempt = 1; attempt <= DEDUPE_TRIES; attempt += 1) {
      const inserted = await insertJob(tx, {
        ...{ name: definition.name, queue: definition.queue, payload, dedupeKey: key },
        ...{ requestedBy: options.requestedBy, availableAt: options.availableAt },
        ...{ traceParent: currentTraceParent(), limit },
      });
      if (inserted !== undefined) return { jobId: inserted, created: true };
      const twin = await findJobInFlight(tx, key);
      if (twin !== undefined) return { jobId: twin, created: false };
      if (limit !== null && options.requestedBy !== undefined)
        await rejectAboveLimit(tx, options.requestedBy, definition.queue, limit);
      // The twin ended between the two statements.
    }
    throw AppError.unavailable('queue_busy', `identical ${definition.name} jobs come and go too fast; try again`);
  }

  /**
   * Lets a job that waits for its time run as soon as the caller's transaction commits, because there is more to do for it.
   * One that runs, or has ended, stays as it is.
   */
  async expedite(tx: Transaction, jobId: number): Promise<void> {
    await expediteJob(tx, jobId);
  }

  /** After the commit: has this process publish what is due, instead of waiting for the worker's next pass. Never fails. */
  publishSoon(): void {
    this.relay.drainSoon();
  }

  get(jobId: number): Promise<JobView | undefined> {
    return selectJob(this.database, jobId);
  }

  /** Jobs that match, newest first, and how many there are in all. */
  list(filter: JobFilter, page: { limit: number; offset: number }): Promise<{ jobs: ListedJob[]; total: number }> {
    return selectJobs(this.database, filter, page);
  }

  /**
   * Waits until the job has ended, `timeoutMs` at most and not after `signal` is aborted; the caller sees by the view's state
   * whether it has. @throws AppError `not_found`.
   */
  async wait(jobId: number, timeoutMs: number, signal?: AbortSignal): Promise<JobView> {
    const deadline = performance.now() + timeoutMs;
    const wakeUp = new WakeSignal();
    this.changes.on(String(jobId), wakeUp.wake);
    signal?.addEventListener('abort', wakeUp.wake);
    try {
      for (;;) {
        const view = await this.get(jobId);
        if (view === undefined) throw AppError.notFound(`there is no job ${jobId}`);
        const left = deadline - performance.now();
        if (hasEnded(view) || left <= 0 || signal?.aborted === true) return view;
        await wakeUp.sleep(Math.min(left, LOOK_EVERY_MS * (0.8 + 0.4 * Math.random())));
      }
    } finally {
      this.changes.off(String(jobId), wakeUp.wake);
      signal?.removeEventListener('abort', wakeUp.wake);
    }
  }

  /** Calls `listener` when the job's row has changed, as a hint to read it. @returns a function that ends it. */
  onChange(jobId: number, listener: () => void): () => void {
    this.changes.on(String(jobId), listener);
    return () => this.changes.off(String(jobId), listener);
  }

  /** Cancels a job that has not ended; the worker that runs it is notified at the commit. @returns false if it had ended. */
  cancel(tx: Transaction, jobId: number): Promise<boolean> {
    return cancelJob(tx, jobId);
  }

  /**
   * For callers that are about to wait for a job.
   * @throws AppError `queue_unavailable` within two seconds if BullMQ's store is unavailable, `no_worker` if nobody drains
   * the queue.
   */
  async assertReachable(queue: string): Promise<void> {
    if (!(await this.isBackendReachable())) {
      throw AppError.unavailable('queue_unavailable', 'the job queue does not answer; try again shortly', {
        retryAfterSeconds: 5,
      });
    }
    if (!(await this.findDrainedQueues()).has(queue)) {
      throw AppError.unavailable('no_worker', 'no worker is running to do this; try again shortly', {
        retryAfterSeconds: 5,
      });
    }
  }

  /** For readiness. @param queues the queues that should be drained. @param on the connections to query on. */
  async health(queues: readonly string[], on: SqlRunner = this.database): Promise<QueueHealth> {
    const drained = await this.findDrainedQueues(on);
    return { backend: await this.isBackendReachable(), undrained: queues.filter((queue) => !drained.has(queue)) };
  }

  /** For metrics: one query. @param on the connections to query on. */
  stats(on: SqlRunner = this.database): Promise<QueueStats> {
    return selectQueueStats(on, this.settings.workerLostAfterMs);
  }

  private findDrainedQueues(on: SqlRunner = this.database): Promise<Set<string>> {
    return selectDrainedQueues(on, this.settings.workerLostAfterMs);
  }

  private isBackendReachable(): Promise<boolean> {
    const now = performance.now();
    if (this.lastPing === undefined || now - this.lastPing.at > PING_CACHE_MS) {
      const answered = this.backend.ping().then(
        () => true,
        () => false,
      );
      this.lastPing = { at: now, answered };
    }
    return this.lastPing.answered;
  }
}

async function rejectAboveLimit(tx: Transaction, userId: number, queue: string, limit: number): Promise<void> {
  if ((await countJobsInFlight(tx, userId, queue)) < limit) return;
  throw new AppError(
    'rate_limited',
    'too_many_jobs',
    `you have ${limit} jobs of this kind in flight; wait for one of them`,
    {
      retryable: true,
      retryAfterSeconds: 5,
    },
  );
}

function buildDedupeKey<Payload extends object, Result extends JsonValue>(
  definition: JobDefinition<Payload, Result>,
  payload: Payload,
  scope: string | undefined,
): string | null {
  if (definition.dedupeKey === undefined) return null;
  const digest = createHash('sha256').update(JSON.stringify([scope ?? null, definition.dedupeKey(payload)]));
  return `${definition.name}:${digest.digest('hex')}`;
}
