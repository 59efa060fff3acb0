import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { convertDatabaseError, Database, pendingMigrations } from '#lib/database';
import { AppError } from '#lib/kernel';
import { JobsService } from '#lib/queue';
import { JOBS } from '#lib/schema';
import type { ReadyResponse } from './health.responses';
import { ProbeDatabase } from './probe-database';
import { SharedResult } from './shared-result';

/** A probe must not hang with the connection that it probes. */
const LONGEST_LOOK_MS = 2500;

/** Everybody who asks within a second gets one look; while something is missing, a fifth of it, so that its return is seen. */
const KEPT_MS = { ok: 1000, otherwise: 200 };

/**
 * How long a process stays ready while its database does not answer. All share the one database: failing at once would take them
 * all out of service together, with what needs no database, for what is often a restart of seconds.
 */
const PATIENCE_MS = 30_000;

const QUEUES = [...new Set(JOBS.map((job) => job.queue))];

/** Whether this process can serve: the database and its migrations are needed, queue, worker and replica make it degraded only. */
@Injectable()
export class ReadinessService {
  private readonly shared = new SharedResult(
    () => this.lookNow(),
    (answer) => (answer?.status === 'ok' ? KEPT_MS.ok : KEPT_MS.otherwise),
  );

  /** When the database answered last; a process that has not seen it is not ready. */
  private answeredAt = Number.NEGATIVE_INFINITY;
  private stopping = false;

  constructor(
    private readonly database: ProbeDatabase,
    private readonly jobs: JobsService,
    private readonly served: Database,
  ) {}

  /** From now on this process is not ready: it is about to stop. */
  stop(): void {
    this.stopping = true;
  }

  /** @throws AppError `database_unavailable` where it has not answered for half a minute, `migrations_pending` or `server_stops`. */
  look(): Promise<ReadyResponse> {
    if (this.stopping) {
      const message = 'this server stops; another one takes over';
      return Promise.reject(AppError.unavailable('server_stops', message, { retryAfterSeconds: 2 }));
    }
    return this.shared.get();
  }

  private async lookNow(): Promise<ReadyResponse> {
    const timer = new AbortController();
    try {
      const answer = await Promise.race([this.read(), tooLate(timer.signal)]);
      this.answeredAt = performance.now();
      return answer;
    } catch (thrown) {
      const error = thrown instanceof AppError ? thrown : (convertDatabaseError(thrown) ?? noAnswer(thrown));
      const missed = error.code === 'database_unavailable' && performance.now() - this.answeredAt < PATIENCE_MS;
      if (missed) return { status: 'degraded', degraded: ['database'] };
      throw error;
    } finally {
      timer.abort();
    }
  }

  private async read(): Promise<ReadyResponse> {
    const pending = await pendingMigrations(this.database.dataSource);
    if (pending.length > 0) {
      const message = `the database lacks ${pending.length} migration${pending.length === 1 ? '' : 's'} of this build`;
      throw AppError.unavailable('migrations_pending', message, { retryAfterSeconds: 2 });
    }
    const { backend, undrained } = await this.jobs.health(QUEUES, this.database);
    const degraded: ReadyResponse['degraded'] = [];
    if (!backend) degraded.push('queue');
    if (undrained.length > 0) degraded.push('worker');
    const replica = this.served.getReplicaStats();
    if (replica !== undefined && replica.state !== 'ok') degraded.push('replica');
    return { status: degraded.length === 0 ? 'ok' : 'degraded', degraded };
  }
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await sleep(LONGEST_LOOK_MS, undefined, { signal, ref: false });
  throw noAnswer(undefined);
}

function noAnswer(cause: unknown): AppError {
  return AppError.unavailable('database_unavailable', 'the database does not answer', { retryAfterSeconds: 2, cause });
}
