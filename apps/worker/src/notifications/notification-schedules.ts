import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { recordEvent } from '#lib/events';
import { type CalendarDay, Clock, messageOf } from '#lib/kernel';
import { latestDayPast, TradingCalendarService } from '#lib/market-data';
import { MarketSourceService } from '#lib/market-source';
import { MarketDaysService } from '#lib/market-sync';
import { ScheduleGate } from '#lib/queue';
import { recordDueSessions } from '#lib/tracking';
import { dailySlot } from '../daily-slot';

/** Before the opening. */
const DUE_AT = '08:30';
/** When the evening's data should be there. */
const LATE_AT = '19:00';

/** Facts that the clock makes: reviews that are due, and data that have not come. */
@Injectable()
export class NotificationSchedules implements OnApplicationBootstrap {
  private readonly logger = new Logger('NotificationSchedules');
  /** Days that were seen done, so that not every look asks the database. */
  private readonly daysSeen = new Map<string, CalendarDay>();

  constructor(
    private readonly clock: Clock,
    private readonly gate: ScheduleGate,
    private readonly calendar: TradingCalendarService,
    private readonly sources: MarketSourceService,
    private readonly marketDays: MarketDaysService,
  ) {}

  onApplicationBootstrap(): Promise<void> {
    return this.look();
  }

  /** The business clock decides, which may stand elsewhere than the wall clock: the timer only makes it look. */
  @Cron('* * * * *', { timeZone: 'Asia/Shanghai' })
  async look(): Promise<void> {
    await this.once('notifications.due', () => Promise.resolve(dailySlot(this.clock.now(), DUE_AT)), recordDueSessions);
    await this.once(
      'notifications.late',
      () => this.lateDay(),
      async (tx, day) => {
        const source = await this.sources.current();
        if (source === 'demo' || (await this.marketDays.isComplete(day))) return;
        await recordEvent(tx, { type: 'market.late', key: day, data: { day, source } });
      },
    );
  }

  private async lateDay(): Promise<CalendarDay> {
    return latestDayPast(await this.calendar.current(), this.clock.now(), LATE_AT);
  }

  private async once(
    name: string,
    slot: () => Promise<CalendarDay>,
    work: (tx: Parameters<typeof recordDueSessions>[0], day: CalendarDay) => Promise<void>,
  ): Promise<void> {
    try {
      const day = await slot();
      if (this.daysSeen.get(name) === day) return;
      await this.gate.once(name, day, (tx) => work(tx, day));
      this.daysSeen.set(name, day);
    } catch (error) {
      this.logger.warn(`could not look for ${name}: ${messageOf(error)}`);
    }
  }
}
