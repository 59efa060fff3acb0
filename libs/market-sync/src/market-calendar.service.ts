import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { addDays, AppError, type CalendarDay, Clock, epochDayOf } from '#lib/kernel';
import { TradingCalendarService } from '#lib/market-data';
import { selectOpenDays } from './persistence/market-days.query';
import { type DayFullness, evaluateFullness } from './domain/day-fullness';

const SHOWN_DAYS = 250;
const MOST_DAYS = 800;
/** A span of more calendar days than this has more than the most open days, however long the holidays. */
const LONGEST_SPAN = MOST_DAYS * 2;

/** How full each open day is, for the calendar that shows it. */
@Injectable()
export class MarketCalendarService {
  constructor(
    private readonly database: Database,
    private readonly calendars: TradingCalendarService,
    private readonly clock: Clock,
  ) {}

  /**
   * Open days of a span up to today, oldest first.
   * @param span Without an end it ends today, without a beginning it has 250 open days.
   * @throws AppError 400 where it is turned round, or has more than 800 open days.
   */
  async days({ from, to }: { from?: CalendarDay | undefined; to?: CalendarDay | undefined }): Promise<DayFullness[]> {
    if (from !== undefined && to !== undefined && from > to) {
      throw AppError.invalid(`from ${from} is after to ${to}; swap them`, [
        { field: 'from', message: 'is after "to"' },
      ]);
    }
    const today = this.clock.today();
    const last = to === undefined || to > today ? today : to;
    const calendar = await this.calendars.current();
    const first = from ?? calendar.openDaysBefore(addDays(last, 1), SHOWN_DAYS)[0] ?? last;
    if (first > last) return [];
    if (epochDayOf(last) - epochDayOf(first) > LONGEST_SPAN) throw tooLong();
    const days = calendar.openDaysBetween(first, last);
    if (days.length > MOST_DAYS) throw tooLong();
    return (await selectOpenDays(this.database, days)).map(evaluateFullness);
  }
}

function tooLong(): AppError {
  const message = `has more than ${MOST_DAYS} open days; ask for a shorter span`;
  return AppError.invalid(`from … to ${message}`, [{ field: 'from', message }]);
}
