import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

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

export async function selectLatestCompleteDay(db: SqlRunner): Promise<CalendarDay | null> {
  const [row] = await db.query<{ day: CalendarDay | null }>(
    'select max(trade_date) as day from market_day where complete',
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
       and not exists (select from market_sync_unit u where u.data_set = 'daily' and u.unit_key = d.day::text and u.settled)
     order by d.day limit 1`,
    [days],
  );
  return row?.day;
}
