import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { appErrorOfDatabase, pendingMigrations } from '#lib/database';
import { AppError } from '#lib/kernel';
import { Jobs } from '#lib/queue';
import { JOBS } from '#lib/schema';
import type { ReadyReply } from './health.replies';

/** A probe must not hang with the connection that it probes. */
const LONGEST_LOOK_MS = 2500;
const QUEUES = [...new Set(JOBS.map((job) => job.queue))];

/** Whether this process can serve: the database and its migrations are needed, queue and worker make it degraded only. */
@Injectable()
export class ReadinessService {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(Jobs) private readonly jobs: Jobs,
  ) {}

  /** @throws AppError `database_unavailable` or `migrations_pending`. */
  async look(): Promise<ReadyReply> {
    const timer = new AbortController();
    try {
      return await Promise.race([this.read(), tooLate(timer.signal)]);
    } catch (error) {
      throw error instanceof AppError ? error : (appErrorOfDatabase(error) ?? noAnswer(error));
    } finally {
      timer.abort();
    }
  }

  private async read(): Promise<ReadyReply> {
    const pending = await pendingMigrations(this.dataSource);
    if (pending.length > 0) {
      const message = `the database lacks ${pending.length} migration${pending.length === 1 ? '' : 's'} of this build`;
      throw AppError.unavailable('migrations_pending', message, { retryAfterSeconds: 2 });
    }
    const { backend, undrained } = await this.jobs.health(QUEUES);
    const degraded: ReadyReply['degraded'] = [];
    if (!backend) degraded.push('queue');
    if (undrained.length > 0) degraded.push('worker');
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
