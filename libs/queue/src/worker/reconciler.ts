import { Logger } from '@nestjs/common';
import { type Database } from '#lib/database';
import { messageOf } from '#lib/kernel';
import type { JobError } from '../domain/job-error';
import type { OutboxRelay } from '../outbox-relay';
import type { QueueSettings } from '../queue-settings';
import type { HandlerRegistry } from './handler-registry';
import {
  failJob,
  clearFailureReport,
  lockAbandonedJob,
  lockUnreportedFailure,
  requeueJob,
} from '../persistence/job-lease.query';
import { failWithHandler } from './job-runner';
import type { LostWakeUps } from './lost-wake-ups';

const JOBS_PER_PASS = 200;

/**
 * Jobs that lost their worker more than once run so far apart: one of them may be the one that kills workers, and would take
 * the others with it until all are given up.
 */
const SUSPECTS_APART_MS = 1000;

const WORKER_LOST: JobError = {
  kind: 'unavailable',
  code: 'worker_lost',
  message: 'the worker was lost while it ran this job, more often than the job may survive',
  retryable: false,
};

/** Repairs what crashes and lost wake-ups left behind. PostgreSQL alone decides; any number may run at once. */
export class Reconciler {
  private readonly logger = new Logger('Reconciler');
  private failing = false;

  constructor(
    private readonly database: Database,
    private readonly registry: HandlerRegistry,
    private readonly relay: OutboxRelay,
    private readonly lostWakeUps: LostWakeUps,
    private readonly settings: Pick<QueueSettings, 'unknownJobTimeoutMs'>,
  ) {}

  /** One pass. Never rejects. */
  async pass(): Promise<void> {
    try {
      let recovered = 0;
      let suspects = 0;
      while (recovered < JOBS_PER_PASS) {
        const crashes = await this.recoverOne(suspects * SUSPECTS_APART_MS);
        if (crashes === undefined) break;
        recovered += 1;
        if (crashes > 1) suspects += 1;
      }
      if (recovered > 0) this.relay.drainSoon();
      for (let reported = 0; reported < JOBS_PER_PASS && (await this.reportOneFailure()); reported += 1);
      const restored = await this.lostWakeUps.restore();
      if (restored > 0) {
        this.logger.log(`${restored} jobs that were published and not picked up are published again`);
        this.relay.drainSoon();
      }
      this.failing = false;
    } catch (error) {
      if (!this.failing) this.logger.warn(`could not look after the jobs: ${messageOf(error)}`);
      this.failing = true;
    }
  }

  /** Reports a failure to a handler that could not note it before. @returns whether there was one. */
  private reportOneFailure(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const job = await lockUnreportedFailure(tx, this.registry.names);
      if (job === undefined) return false;
      await clearFailureReport(tx, job.id);
      await failWithHandler(tx, job, job.error, this.registry.find(job.name), this.logger);
      return true;
    });
  }

  /**
   * @param suspectDelayMs when the job may run again if it lost a worker before.
   * @returns how often the job has lost its worker; undefined if no job is abandoned.
   */
  private async recoverOne(suspectDelayMs: number): Promise<number | undefined> {
    return this.database.transaction(async (tx) => {
      const job = await lockAbandonedJob(tx, this.registry.names, this.settings.unknownJobTimeoutMs);
      if (job === undefined) return undefined;
      const found = this.registry.find(job.name);
      const crashes = job.crashes + 1;
      if (crashes > (found?.definition.retry.crashes ?? 0)) {
        this.logger.error(`job ${job.id} (${job.name}) lost its worker ${crashes} times and is failed`);
        await failJob(tx, job, WORKER_LOST, true);
        await failWithHandler(tx, job, WORKER_LOST, found, this.logger);
      } else {
        this.logger.warn(`job ${job.id} (${job.name}) lost its worker and is queued again`);
        await requeueJob(tx, job, 'crash', crashes > 1 ? suspectDelayMs : 0);
      }
      return crashes;
    });
  }
}
