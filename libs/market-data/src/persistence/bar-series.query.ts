import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

/** The newest bars of one stock. */
export interface StoredSeries {
  /** As it was requested, and as bars are stored. */
  code: string;
  storedCode: string;
  /** Newest first, as the index gives them. */
  days: CalendarDay[];
  closes: number[];
  volumes: number[];
  lastPreClose: number | null;
}

/** The newest `count` bars of each stock up to a day. One row a stock: ten thousands of rows cost more to read than to find. */
export function selectBarSeries(
  db: SqlRunner,
  codes: readonly string[],
  to: CalendarDay,
  count: number,
): Promise<StoredSeries[]> {
  return db.query<StoredSeries>(
    `select wanted.code, now.code as "storedCode", b.days, b.closes, b.volumes, (b.pre_closes ->> 0)::float8 as "lastPreClose"
     from unnest($1::text[]) with ordinality as wanted(code, position)
     left join stock_code_change c on c.old_code = wanted.code
     cross join lateral (select coalesce(c.new_code, wanted.code) as code) now
     cross join lateral (
       select json_agg(trade_date) as days, json_agg(close) as closes, json_agg(volume) as volumes,
         json_agg(pre_close) as pre_closes
       from (
         select trade_date, close, volume, pre_close from daily_bar d
         where d.code = now.code and d.trade_date <= $2 order by d.trade_date desc limit $3
       ) newest
     ) b
     where b.days is not null
     order by wanted.position`,
    [codes, to, count],
  );
}
