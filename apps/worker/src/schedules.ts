import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { DrainScheduleService, MarketLevelsService, scoreJudgementsJob } from '#lib/ai';
import { nightlyBackupJob } from '#lib/backup';
import { APP_CONFIG, type AppConfig, isVendorSource, type MarketSource } from '#lib/config';
import type { Transaction } from '#lib/database';
import { addDays, type CalendarDay, Clock, messageOf, mondayOf, shanghaiDayAt } from '#lib/kernel';
import {
  FINAL_FROM,
  latestDayPast,
  MarketFolderService,
  REPAIR_AT,
  SYNC_AT,
  TradingCalendarService,
} from '#lib/market-data';
import { growDemoMarketJob } from '#lib/demo-market';
import { DemoWorkService } from '#lib/getting-started';
import { MarketSourceService } from '#lib/market-source';
import { MarketDaysService, MarketSyncsService } from '#lib/market-sync';
import { JobsService, ScheduleGate } from '#lib/queue';
import { syncMarketCyqJob } from '#lib/tracking';
import { retentionJob, selfAuditJob } from '#lib/upkeep';
import { dailySlot } from './daily-slot';
import { SlotDuties } from './slot-duties';

const RETENTION_AT = '03:20';

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
  private readonly duties: SlotDuties;

  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly jobs: JobsService,
    private readonly gate: ScheduleGate,
    private readonly calendar: TradingCalendarService,
    private readonly syncs: MarketSyncsService,
    private readonly folder: MarketFolderService,
    private readonly sources: MarketSourceService,
  ) {
    this.duties = new SlotDuties(gate, this.logger);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.doDailyDuties();
    await this.auditItself();
    await this.growDemoMarket();
    await this.syncMarket();
    await this.repairMarket();
    await this.readMarketFiles();
    await this.syncChips();
    await this.warnOfCalendarEnd();
  }

  /** Duties of each day at a time of the business clock; the slots know what is due, this only makes it look. */
  @Cron('* * * * *', SHANGHAI)
  async doDailyDuties(): Promise<void> {
    await this.onceDaily('upkeep.retention', 'the end of old rows', RETENTION_AT, async (tx) => {
      await this.jobs.enqueue(tx, retentionJob, {});
    });
    const { databaseEmbedded, backupAt } = this.config;
    if (!databaseEmbedded || backupAt === undefined) return;
    await this.onceDaily('backup.nightly', 'the nightly backup', backupAt, async (tx, day) => {
      await this.jobs.enqueue(tx, nightlyBackupJob, { day });
    });
  }

  /** Once a week, on Sunday, when no market runs. */
  @Cron('*/30 * * * *', SHANGHAI)
  async auditItself(): Promise<void> {
    try {
      const sunday = addDays(mondayOf(addDays(this.clock.today(), 1)), -1);
      await this.gate.once('upkeep.self-audit', sunday, async (tx) => {
        await this.jobs.enqueue(tx, selfAuditJob, {});
      });
      this.jobs.publishSoon();
    } catch (error) {
      this.logger.warn(`could not schedule the self-audit: ${messageOf(error)}`);
    }
  }

  /**
   * At 15:45 of a trading day, when its bars are final. The business clock decides, which may stand elsewhere than the wall
   * clock: the timer only makes it look. The job adds only the days that are missing, and only to a demo market.
   */
  @Cron('*/5 * * * *', SHANGHAI)
  growDemoMarket(): Promise<void> {
    return this.onceOfTradeDay(
      (source) => source === 'demo',
      'market.grow-demo',
      'the growth of the demo market',
      FINAL_FROM,
      async (tx) => {
        await this.jobs.enqueue(tx, growDemoMarketJob, {});
      },
    );
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

  /** After the close of a trading day, for it and for all that was missed before; the slot is the trading day. */
  @Cron('30 17 * * 1-5', SHANGHAI)
  syncMarket(): Promise<void> {
    return this.onceOfTradeDay(isVendorSource, 'market.sync', 'the market sync', SYNC_AT, (tx) =>
      this.syncs.requestDaily(tx),
    );
  }

  /** Before the opening: the vendor may have corrected the day before. */
  @Cron('25 9 * * 1-5', SHANGHAI)
  repairMarket(): Promise<void> {
    return this.onceOfTradeDay(isVendorSource, 'market.repair', 'the pre-open repair', REPAIR_AT, (tx) =>
      this.syncs.requestRepair(tx),
    );
  }

  /** At the start, and in the evening when files of the day are there. A folder that has not changed is not read again. */
  @Cron('0 18 * * *', SHANGHAI)
  async readMarketFiles(): Promise<void> {
    if (this.config.marketFilesDir === undefined) return;
    try {
      if ((await this.sources.current()) !== 'files') return;
      await this.gate.once('market.files', await this.folder.fingerprint(), (tx) => this.folder.enqueue(tx));
      this.jobs.publishSoon();
    } catch (error) {
      this.logger.warn(`could not schedule the reading of MARKET_FILES_DIR: ${messageOf(error)}`);
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

  /** As `onceToday`, with the last trading day whose time has passed for a slot; only if the market's source is one. */
  private async onceOfTradeDay(
    isSource: (source: MarketSource) => boolean,
    name: string,
    what: string,
    time: string,
    enqueue: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    try {
      if (!isSource(await this.sources.current())) return;
      const slot = latestDayPast(await this.calendar.current(), this.clock.now(), time);
      await this.gate.once(name, slot, enqueue);
      this.jobs.publishSoon();
    } catch (error) {
      this.logger.warn(`could not schedule ${what}: ${messageOf(error)}`);
    }
  }

  /** Enqueues where no worker has done so for the last day whose time has passed. */
  private async onceDaily(
    name: string,
    what: string,
    at: string,
    enqueue: (tx: Transaction, day: CalendarDay) => Promise<void>,
  ): Promise<void> {
    if (await this.duties.once(name, what, dailySlot(this.clock.now(), at), enqueue)) this.jobs.publishSoon();
  }
}

/** What happens once, at the first start on the demo market. */
@Injectable()
export class DemoSchedules implements OnApplicationBootstrap {
  private readonly logger = new Logger('DemoSchedules');

  constructor(
    private readonly sources: MarketSourceService,
    private readonly demoWork: DemoWorkService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      if ((await this.sources.current()) === 'demo') await this.demoWork.request();
    } catch (error) {
      this.logger.warn(`could not schedule the work of the demo: ${messageOf(error)}`);
    }
  }
}

/** What models do by the clock. */
@Injectable()
export class AiSchedules implements OnApplicationBootstrap {
  private readonly logger = new Logger('AiSchedules');

  constructor(
    private readonly jobs: JobsService,
    private readonly gate: ScheduleGate,
    private readonly marketDays: MarketDaysService,
    private readonly drains: DrainScheduleService,
    private readonly levels: MarketLevelsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.scoreJudgements();
    await this.drain();
    // The first time over a whole market takes seconds, and nothing waits for it.
    void this.measureMarket();
  }

  /** How the market went on days whose bars have come or changed: charts compare a stock with it, and so do fills. */
  @Cron('*/5 * * * *', SHANGHAI)
  async measureMarket(): Promise<void> {
    try {
      const days = await this.levels.measure();
      if (days > 0) this.logger.log(`measured the market's change of ${days} days`);
    } catch (error) {
      this.logger.warn(`could not measure the market's change: ${messageOf(error)}`);
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

  /** What models said five to sixty trading days ago is held against the close, once for each day that is complete. */
  @Cron('30 * * * *', SHANGHAI)
  async scoreJudgements(): Promise<void> {
    try {
      const day = await this.marketDays.latestCompleteDay();
      if (day === null) return;
      await this.gate.once('ai.score-judgements', day, async (tx) => {
        await this.jobs.enqueue(tx, scoreJudgementsJob, {});
      });
      this.jobs.publishSoon();
    } catch (error) {
      this.logger.warn(`could not schedule the scoring of judgements: ${messageOf(error)}`);
    }
  }
}
