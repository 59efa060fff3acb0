import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** Share of the bars of the days before that makes a day complete. */
const COMPLETE_SHARE = 0.95;
const COMPARED_DAYS = 5;

/**
 * The last complete day at or before `through`. Of sources without a list of expected stocks (files), a day with less than 95
 * % of the bars of the fullest of the five days before has only begun to arrive.
 */
export async function selectLatestCompleteDay(db: SqlRunner, through: CalendarDay): Promise<CalendarDay | undefined> {
  const [row] = await db.query<{ day: CalendarDay }>(
    `select d.trade_date as day from market_day d
     where d.trade_date <= $1 and d.complete and (d.expected is not null or d.bars >= $2::float8 * coalesce((
       select max(p.bars) from (
         select bars from market_day where trade_date < d.trade_date order by trade_date desc limit $3
       ) p), 0))
     order by d.trade_date desc limit 1`,
    [through, COMPLETE_SHARE, COMPARED_DAYS],
  );
  return row?.day;
}
