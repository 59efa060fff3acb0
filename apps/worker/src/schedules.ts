import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Clock, messageOf } from '#lib/kernel';
import { growDemoMarketJob, TradingCalendarService } from '#lib/market-data';
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
    @Inject(TradingCalendarService) private readonly calendar: TradingCalendarService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.pruneJobs();
    await this.growDemoMarket();
    await this.warnOfCalendarEnd();
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

  /** Just after midnight. The job adds only the days that are missing, and only to a demo market. */
  @Cron('5 0 * * *', SHANGHAI)
  async growDemoMarket(): Promise<void> {
    if (this.config.marketSource !== 'demo') return;
    try {
      await this.gate.once('market.grow-demo', this.clock.today(), async (tx) => {
        await this.jobs.enqueue(tx, growDemoMarketJob, {});
      });
      this.jobs.publishSoon();
    } catch (error) {
      this.logger.warn(`could not schedule the growth of the demo market: ${messageOf(error)}`);
    }
  }

  /** Someone must act before the known days end. */
  @Cron('0 9 * * *', SHANGHAI)
  async warnOfCalendarEnd(): Promise<void> {
    try {
      const warning = await this.calendar.warning();
      if (warning !== undefined) this.logger.warn(warning);
    } catch (error) {
      this.logger.warn(`could not read the trading calendar: ${messageOf(error)}`);
    }
  }
}
