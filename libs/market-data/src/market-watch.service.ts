import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import { addDays, type CalendarDay, Clock } from '#lib/kernel';
import { latestDayPast } from './domain/data-clock';
import type { StoredMarketSource } from './persistence/market-source';
import { TradingCalendarService } from './trading-calendar.service';

/** By then a day's data are there; what is missing later is late. */
const EXPECTED_AT = '20:30';

export interface MarketFigures {
  source: StoredMarketSource;
  /** The last day with bars; null in an empty market. */
  barsTo: CalendarDay | null;
  /** Open days without bars up to the last one whose 20:30 has passed. */
  lagDays: number;
  /** Days until the known calendar ends; below zero, weekdays are guessed to be open. */
  calendarDaysLeft: number;
  /** Questions to the vendor whose last answer was a fault, by the fault's kind. */
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

  /** One statement, and the calendar where it has changed. @param on the connections to ask on. */
  async read(on: SqlRunner = this.database): Promise<MarketFigures> {
    const calendar = await this.calendars.current();
    const [row] = await on.query<Omit<MarketFigures, 'lagDays' | 'calendarDaysLeft'>>(
      `select source, bars_to as "barsTo",
         (select count(*) from market_sync
          where status = 'failed' and finished_at > now() - interval '1 day') as "failedSyncsLastDay",
         (select coalesce(json_agg(faulty), '[]') from (
            select fault, count(*) as units from market_sync_unit
            where state in ('failed', 'denied') and fault is not null group by fault order by fault
          ) faulty) as "vendorFaults"
       from market_state`,
    );
    if (row === undefined) throw new Error('market_state has no row');
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
