import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { type CalendarDay, Clock } from '#lib/kernel';
import { MarketStateService, type StoredMarketSource, TradingCalendarService } from '#lib/market-data';
import { thinDays } from './domain/thin-days';
import {
  selectCompleteDayBefore,
  selectLatestCompleteDay,
  selectMarketDays,
  selectProvisionalDay,
} from './persistence/market-days.query';

/** What a reader of some days must know of them. */
export interface DaysReport {
  source: StoredMarketSource;
  /** Open days up to today that are not complete: missing, short, not settled, or provisional. */
  incomplete: CalendarDay[];
  /** Open days between the span's first and last bars that have none. */
  missing: CalendarDay[];
  /** Days with fewer bars than the days around them, of sources that don't say how many there should be. */
  thin: CalendarDay[];
}

/** Which days of the market can be relied on. */
@Injectable()
export class MarketDaysService {
  constructor(
    private readonly database: Database,
    private readonly state: MarketStateService,
    private readonly calendars: TradingCalendarService,
    private readonly clock: Clock,
  ) {}

  /** Whether the day's data are final and all there. Days of files and of the demo are, once they are imported. */
  async isComplete(day: CalendarDay): Promise<boolean> {
    const [row] = await selectMarketDays(this.database, day, day);
    return row?.complete === true;
  }

  /** Open days of a span, up to today, that are not complete; oldest first. */
  async incompleteDays(from: CalendarDay, to: CalendarDay): Promise<CalendarDay[]> {
    return (await this.report(from, to)).incomplete;
  }

  /** The newest complete day; null without any. */
  latestCompleteDay(): Promise<CalendarDay | null> {
    return selectLatestCompleteDay(this.database);
  }

  /** The newest complete day before another one; null without any. */
  completeDayBefore(day: CalendarDay): Promise<CalendarDay | null> {
    return selectCompleteDayBefore(this.database, day);
  }

  /** The day whose bars were read before they were final, and not since. */
  provisionalDay(): Promise<CalendarDay | null> {
    return selectProvisionalDay(this.database);
  }

  async report(from: CalendarDay, to: CalendarDay): Promise<DaysReport> {
    const { source } = await this.state.read();
    const calendar = await this.calendars.current();
    const rows = await selectMarketDays(this.database, from, to);
    const complete = new Set(rows.filter((row) => row.complete).map(({ day }) => day));
    const today = this.clock.today();
    const open = from > today ? [] : calendar.openDaysBetween(from, to < today ? to : today);
    return {
      source,
      incomplete: open.filter((day) => !complete.has(day)),
      missing: missingBetween(open, rows),
      thin: thinDays(rows.filter(({ settled }) => !settled)),
    };
  }
}

function missingBetween(open: readonly CalendarDay[], rows: readonly { day: CalendarDay }[]): CalendarDay[] {
  const [first, last] = [rows[0]?.day, rows.at(-1)?.day];
  const present = new Set(rows.map(({ day }) => day));
  if (first === undefined || last === undefined) return [];
  return open.filter((day) => day > first && day < last && !present.has(day));
}
