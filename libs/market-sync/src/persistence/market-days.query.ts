import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { OpenDay } from '../domain/day-fullness';
import { BAR_SETS } from '../domain/data-sets';
import { toStoredName } from '../domain/stored-data-set';
import { AROUND } from '../domain/thin-days';

export interface MarketDayRow {
  day: CalendarDay;
  bars: number;
  /** Listed stocks that were not suspended; null where nobody told. */
  expected: number | null;
  complete: boolean;
  provisional: boolean;
  settled: boolean;
}

/** Days with bars from one day to another, oldest first. */
export function selectMarketDays(db: SqlRunner, from: CalendarDay, to: CalendarDay): Promise<MarketDayRow[]> {
  return db.query<MarketDayRow>(
    `select trade_date as day, bars, expected, complete, provisional, settled_at is not null as settled
     from market_day where trade_date between $1 and $2 order by trade_date`,
    [from, to],
  );
}

/** Days that should have bars, with what they have; where the source does not tell how many, with what is usual around. */
export function selectOpenDays(db: SqlRunner, days: readonly CalendarDay[]): Promise<OpenDay[]> {
  return db.query<OpenDay>(
    `select d.day, coalesce(m.bars, 0) as bars, m.expected as told, around.usual,
       coalesce(m.complete, false) as complete, coalesce(m.provisional, false) as provisional
     from unnest($1::date[]) as d(day)
     left join market_day m on m.trade_date = d.day
     cross join lateral (
       select percentile_disc(0.5) within group (order by bars) as usual from (
         (select bars from market_day where trade_date <= d.day order by trade_date desc limit ${AROUND + 1})
         union all
         (select bars from market_day where trade_date > d.day order by trade_date limit ${AROUND})
       ) as near
     ) as around
     order by d.day`,
    [days],
  );
}

export async function selectLatestCompleteDay(db: SqlRunner): Promise<CalendarDay | null> {
  const [row] = await db.query<{ day: CalendarDay | null }>(
    'select max(trade_date) as day from market_day where complete',
  );
  return row?.day ?? null;
}

/** The newest complete day before another one; null without any. */
export async function selectCompleteDayBefore(db: SqlRunner, day: CalendarDay): Promise<CalendarDay | null> {
  const [row] = await db.query<{ day: CalendarDay | null }>(
    'select max(trade_date) as day from market_day where complete and trade_date < $1',
    [day],
  );
  return row?.day ?? null;
}

export async function selectProvisionalDay(db: SqlRunner): Promise<CalendarDay | null> {
  const [row] = await db.query<{ day: CalendarDay | null }>(
    'select max(trade_date) as day from market_day where provisional',
  );
  return row?.day ?? null;
}

/** The first of the days whose bars neither came from elsewhere nor are settled. */
export async function selectFirstUnsettledDay(
  db: SqlRunner,
  days: readonly CalendarDay[],
): Promise<CalendarDay | undefined> {
  const [row] = await db.query<{ day: CalendarDay }>(
    `select d.day from unnest($1::date[]) as d(day)
     where not exists (select from market_day m where m.trade_date = d.day and m.complete)
       and not exists (select from market_sync_unit u where u.data_set = any($2::text[]) and u.unit_key = d.day::text and u.settled)
     order by d.day limit 1`,
    [days, BAR_SETS.map(toStoredName)],
  );
  return row?.day;
}
