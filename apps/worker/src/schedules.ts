import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Clock, messageOf } from '#lib/kernel';
import { Jobs, pruneJobsJob, ScheduleGate } from '#lib/queue';

const SHANGHAI = { timeZone: 'Asia/Shanghai' } as const;

/**
 * What runs by the clock. A timer is only a trigger: every worker has it, one that was down missed it, so each schedule
 * also looks at start and takes its slot in the database before it enqueues a job.
 */
@Injectable()
export class Schedules implements OnApplicationBootstrap {
  private readonly logger = new Logger('Schedules');

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(Jobs) private readonly jobs: Jobs,
    @Inject(ScheduleGate) private readonly gate: ScheduleGate,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.pruneJobs();
  }

  /** Once a calendar day, at night where a worker runs then. */
  @Cron('20 3 * * *', SHANGHAI)
  async pruneJobs(): Promise<void> {
    try {
      await this.gate.once('jobs.prune', this.clock.today(), async (tx) => {
        await this.jobs.enqueue(tx, pruneJobsJob, { olderThanDays: this.config.jobRetentionDays });
      });
      this.jobs.publishSoon();
    } catch (error) {
      this.logger.warn(`could not schedule the pruning of old jobs: ${messageOf(error)}`);
    }
  }
}
