import type { SqlRunner } from '#lib/database';
import { addDays, type CalendarDay } from '#lib/kernel';

/**
 * The days on which a stock traded again after a suspension: of the exchange's days between its bar and the one before, the
 * vendor lists it as suspended on one, or, where no list of that day was stored, others traded and it did not. A day without
 * any bar of the market is a hole or a holiday, and tells nothing.
 * @param days The stock's days with a bar, oldest first.
 */
export async function readResumptions(
  runner: SqlRunner,
  code: string,
  days: readonly CalendarDay[],
): Promise<ReadonlySet<CalendarDay>> {
  const gaps = days.flatMap((day, index) => {
    const last = days[index - 1];
    return last === undefined || isNeighbour(last, day) ? [] : [{ last, day }];
  });
  if (gaps.length === 0) return new Set();
  const rows = await runner.query<{ day: CalendarDay }>(
    `select gap.day from unnest($2::date[], $3::date[]) as gap(last, day)
     where exists (
       select from suspension x
       where x.code = $1 and x.trade_date > gap.last and x.trade_date < gap.day and x.timing is null
     ) or exists (
       select from market_day m
       where m.trade_date > gap.last and m.trade_date < gap.day and not exists (
         select from market_sync_unit u
         where u.data_set = 'suspend_d' and u.unit_key = m.trade_date::text and u.state = 'stored'
       )
     )`,
    [code, gaps.map(({ last }) => last), gaps.map(({ day }) => day)],
  );
  return new Set(rows.map(({ day }) => day));
}

/** Whether no weekday lies between two days. */
function isNeighbour(last: CalendarDay, day: CalendarDay): boolean {
  if (addDays(last, 1) === day) return true;
  return addDays(last, 3) === day && new Date(last).getUTCDay() === 5;
}
