import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { Transaction } from '#lib/database';
import { recordEvent } from '#lib/events';
import { type CalendarDay, Clock, messageOf } from '#lib/kernel';
import { latestDayPast, TradingCalendarService } from '#lib/market-data';
import { MarketSourceService } from '#lib/market-source';
import { MarketDaysService } from '#lib/market-sync';
import { DailyDigestsService } from '#lib/notifications';
import { ScheduleGate } from '#lib/queue';
import { recordDueSessions } from '#lib/tracking';
import { dailySlot } from '../daily-slot';
import { SlotDuties } from '../slot-duties';

/** Before the opening. */
const DUE_AT = '08:30';
/** When the evening's data should be there. */
const LATE_AT = '19:00';

/** Facts that the clock makes: reviews that are due, data that have not come, digests of evenings and mornings. */
@Injectable()
export class NotificationSchedules implements OnApplicationBootstrap {
  private readonly logger = new Logger('NotificationSchedules');
  private readonly duties: SlotDuties;

  constructor(
    private readonly clock: Clock,
    gate: ScheduleGate,
    private readonly calendar: TradingCalendarService,
    private readonly sources: MarketSourceService,
    private readonly marketDays: MarketDaysService,
    private readonly dailyDigests: DailyDigestsService,
  ) {
    this.duties = new SlotDuties(gate, this.logger);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.look();
  }

  /** The business clock decides, which may stand elsewhere than the wall clock: the timer only makes it look. */
  @Cron('* * * * *', { timeZone: 'Asia/Shanghai' })
  async look(): Promise<void> {
    const dueDay = dailySlot(this.clock.now(), DUE_AT);
    await this.duties.once('notifications.due', 'the reviews that are due', dueDay, recordDueSessions);
    await this.duties.once('notifications.late', 'the warning of late data', this.lateDay(), (tx, day) =>
      this.warnOfLateData(tx, day),
    );
    await this.recordDigests();
  }

  /** Each rule has its own time: the service knows which are due. The next look tries again what failed. */
  private async recordDigests(): Promise<void> {
    try {
      await this.dailyDigests.recordDue();
    } catch (error) {
      this.logger.warn(`could not write the daily digests: ${messageOf(error)}`);
    }
  }

  private async lateDay(): Promise<CalendarDay> {
    return latestDayPast(await this.calendar.current(), this.clock.now(), LATE_AT);
  }

  private async warnOfLateData(tx: Transaction, day: CalendarDay): Promise<void> {
    const source = await this.sources.current();
    if (source === 'demo' || (await this.marketDays.isComplete(day))) return;
    await recordEvent(tx, { type: 'market.late', key: day, data: { day, source } });
  }
}
