import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import { addDays, type CalendarDay, Clock } from '#lib/kernel';
import { latestDayPast, type StoredMarketSource, TradingCalendarService } from '#lib/market-data';
import { selectMarketWatch } from './persistence/market-watch.query';

/** By then a day's data are there; what is missing later is late. */
const EXPECTED_AT = '20:30';

export interface MarketMetrics {
  source: StoredMarketSource;
  /** The last day with bars; null in an empty market. */
  barsTo: CalendarDay | null;
  /** Open days without bars up to the last one whose 20:30 has passed. */
  lagDays: number;
  /** Days until the known calendar ends; below zero, weekdays are guessed to be open. */
  calendarDaysLeft: number;
  /** Requests to the vendor whose last attempt failed, by the error's reason. */
  vendorFaults: { fault: string; units: number }[];
  failedSyncsLastDay: number;
}

/** What an operator watches of the market. */
@Injectable()
export class MarketWatchService {
  constructor(
    private readonly database: Database,
    private readonly calendars: TradingCalendarService,
    private readonly clock: Clock,
  ) {}

  /** One statement, and the calendar if it has changed. @param on The connections to use. */
  async read(on: SqlRunner = this.database): Promise<MarketMetrics> {
    const calendar = await this.calendars.current();
    const row = await selectMarketWatch(on);
    const expected = latestDayPast(calendar, this.clock.now(), EXPECTED_AT);
    return {
      ...row,
      lagDays: row.barsTo === null ? 0 : calendar.countOpenDays(addDays(row.barsTo, 1), expected),
      calendarDaysLeft: daysBetween(this.clock.today(), calendar.knownThrough),
    };
  }
}

function daysBetween(from: CalendarDay, to: CalendarDay): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000;
}
