import { Injectable, Logger } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Clock, messageOf } from '#lib/kernel';
import { latestDayPast, TradingCalendarService } from '#lib/market-data';
import { MarketSourceService } from '#lib/market-source';
import { MarketSyncsService } from '#lib/market-sync';
import { JobsService, ScheduleGate } from '#lib/queue';
import { studyLibraryJob } from '#lib/studies';

/** When the evening's data are there. */
const STUDIES_AT = '22:00';

/** Starts the studies of the library once a trading day. Invented bars are not studied by themselves. */
@Injectable()
export class StudySchedules {
  private readonly logger = new Logger('StudySchedules');

  constructor(
    private readonly clock: Clock,
    private readonly jobs: JobsService,
    private readonly gate: ScheduleGate,
    private readonly calendar: TradingCalendarService,
    private readonly sources: MarketSourceService,
    private readonly syncs: MarketSyncsService,
  ) {}

  /** Looks now and then: a worker that was down at the time does it later, and a market that is being filled is left in peace. */
  @Cron('*/10 * * * *', { timeZone: 'Asia/Shanghai' })
  async studyLibrary(): Promise<void> {
    try {
      if ((await this.sources.current()) === 'demo' || (await this.syncs.isSyncing())) return;
      const day = latestDayPast(await this.calendar.current(), this.clock.now(), STUDIES_AT);
      await this.gate.once('studies.library', day, async (tx) => {
        await this.jobs.enqueue(tx, studyLibraryJob, {});
      });
      this.jobs.publishSoon();
    } catch (error) {
      this.logger.warn(`could not schedule the studies of the library: ${messageOf(error)}`);
    }
  }
}
