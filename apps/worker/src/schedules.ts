import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DrainSchedule, scoreJudgementsJob } from '#lib/ai';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import type { Transaction } from '#lib/database';
import { addDays, Clock, messageOf, shanghaiDayAt } from '#lib/kernel';
import { growDemoMarketJob, TradingCalendarService } from '#lib/market-data';
import { Jobs, pruneJobsJob, ScheduleGate } from '#lib/queue';
import { syncMarketCyqJob } from '#lib/tracking';

/** 19:30. */
const CHIPS_AFTER_MIDNIGHT_MS = 19.5 * 3_600_000;

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
    @Inject(DrainSchedule) private readonly drains: DrainSchedule,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.pruneJobs();
    await this.growDemoMarket();
    await this.syncChips();
    await this.scoreJudgements();
    await this.warnOfCalendarEnd();
    await this.drain();
  }

  /** At night where a worker runs then. */
  @Cron('20 3 * * *', SHANGHAI)
  pruneJobs(): Promise<void> {
    return this.onceToday('jobs.prune', 'the pruning of old jobs', async (tx) => {
      await this.jobs.enqueue(tx, pruneJobsJob, { olderThanDays: this.config.jobRetentionDays });
    });
  }

  /** Just after midnight. The job adds only the days that are missing, and only to a demo market. */
  @Cron('5 0 * * *', SHANGHAI)
  async growDemoMarket(): Promise<void> {
    if (this.config.marketSource !== 'demo') return;
    await this.onceToday('market.grow-demo', 'the growth of the demo market', async (tx) => {
      await this.jobs.enqueue(tx, growDemoMarketJob, {});
    });
  }

  /** After the drains: what models said five to sixty trading days ago is held against the day's close. */
  @Cron('30 21 * * *', SHANGHAI)
  scoreJudgements(): Promise<void> {
    return this.onceToday('ai.score-judgements', 'the scoring of judgements', async (tx) => {
      await this.jobs.enqueue(tx, scoreJudgementsJob, {});
    });
  }

  /** In the evening of a trading day, when Tushare has them. After a downtime the last evening that has passed counts. */
  @Cron('30 19 * * *', SHANGHAI)
  async syncChips(): Promise<void> {
    try {
      const calendar = await this.calendar.current();
      const evening = addDays(shanghaiDayAt(new Date(this.clock.now().getTime() - CHIPS_AFTER_MIDNIGHT_MS)), 1);
      const [day] = calendar.openDaysBefore(evening, 1);
      if (day === undefined) return;
      await this.gate.once('cyq.sync-market', day, async (tx) => {
        await this.jobs.enqueue(tx, syncMarketCyqJob, {});
      });
      this.jobs.publishSoon();
    } catch (error) {
      this.logger.warn(`could not schedule the chip distributions: ${messageOf(error)}`);
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

  /** The service knows by the business clock which drain is due; this only makes it look. */
  @Cron('*/5 * * * *', SHANGHAI)
  async drain(): Promise<void> {
    try {
      for (const { kind, tradeDay } of await this.drains.startDue()) {
        this.logger.log(`the ${kind} drain of ${tradeDay} starts`);
      }
    } catch (error) {
      this.logger.warn(`could not look for a drain that is due: ${messageOf(error)}`);
    }
  }

  /** Enqueues where no worker has done so on this calendar day. Never fails: the next trigger tries again. */
  private async onceToday(name: string, what: string, enqueue: (tx: Transaction) => Promise<void>): Promise<void> {
    try {
      await this.gate.once(name, this.clock.today(), enqueue);
      this.jobs.publishSoon();
    } catch (error) {
      this.logger.warn(`could not schedule ${what}: ${messageOf(error)}`);
    }
  }
}
