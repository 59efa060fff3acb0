import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { ExRight } from '#lib/market-sync';
import type { StockAroundDay } from '../domain/repaired-day';

export interface Repair {
  readonly day: CalendarDay;
  readonly at: Date;
  readonly stocks: number;
  readonly unknown: number;
  readonly host: string;
}

export function selectRepairs(db: SqlRunner): Promise<Repair[]> {
  return db.query<Repair>(
    `select trade_date as day, attempted_at as at, stocks, unknown_stocks as unknown, host from tdx_repair order by trade_date`,
  );
}

export async function storeRepair(db: SqlRunner, { day, at, stocks, unknown, host }: Repair): Promise<void> {
  await db.query(
    `insert into tdx_repair (trade_date, attempted_at, stocks, unknown_stocks, host) values ($1, $2, $3, $4, $5)
     on conflict (trade_date) do update set attempted_at = excluded.attempted_at, stocks = excluded.stocks,
       unknown_stocks = excluded.unknown_stocks, host = excluded.host`,
    [day, at, stocks, unknown, host],
  );
}

/** A stock next to a missing day, and what its previous close follows from. */
export interface StockToRepair extends Omit<StockAroundDay, 'previousClose'> {
  /** Close of the last bar before the missing day. */
  readonly lastClose: number | null;
  /** Ex-rights between that bar and the missing day; null if the stock's records are not known. */
  readonly exRights: readonly ExRight[] | null;
}

interface StockRow extends Omit<StockToRepair, 'before' | 'after'> {
  wasListed: boolean;
  closeBefore: number | null;
  isListed: boolean;
  closeAfter: number | null;
}

/** Whether the packages of all days are stored. */
export async function areStored(db: SqlRunner, days: readonly CalendarDay[]): Promise<boolean> {
  const rows = await db.query(
    `select from market_sync_unit where data_set = 'day_package' and state = 'stored' and trade_date = any($1::date[])`,
    [days],
  );
  return rows.length === days.length;
}

/** Stocks that the stored open day before or after a day lists, those suspended included. */
export async function selectStocksAround(
  db: SqlRunner,
  day: CalendarDay,
  { before, after }: { before: CalendarDay; after: CalendarDay },
): Promise<StockToRepair[]> {
  const rows = await db.query<StockRow>(
    `select s.code, s.exchange, s.board, coalesce(s.name, s.code) as name,
       coalesce(b.is_st, last.is_st, a.is_st, false) as "isSt", b.close as "closeBefore", a.close as "closeAfter",
       b.code is not null or bx.code is not null as "wasListed", a.code is not null or ax.code is not null as "isListed",
       last.close as "lastClose",
       case when exists (
         select from market_sync_unit u where u.data_set = 'share_record' and u.unit_key = s.code and u.stored_at is not null
       ) then coalesce((
         select json_agg(json_build_object('code', e.code, 'exDate', e.ex_date, 'cash', e.cash, 'rightsPrice', e.rights_price,
           'bonus', e.bonus, 'rights', e.rights) order by e.ex_date, e.ordinal)
         from ex_right e where e.code = s.code and e.ex_date > last.trade_date and e.ex_date <= $1
       ), '[]') end as "exRights"
     from stock s
     left join daily_bar b on b.code = s.code and b.trade_date = $2
     left join suspension bx on bx.code = s.code and bx.trade_date = $2 and bx.timing is null
     left join daily_bar a on a.code = s.code and a.trade_date = $3
     left join suspension ax on ax.code = s.code and ax.trade_date = $3 and ax.timing is null
     left join lateral (
       select trade_date, close, is_st from daily_bar l where l.code = s.code and l.trade_date < $1
       order by l.trade_date desc limit 1
     ) last on true
     where coalesce(b.code, bx.code, a.code, ax.code) is not null
     order by s.code`,
    [day, before, after],
  );
  return rows.map(({ wasListed, closeBefore, isListed, closeAfter, ...stock }) => ({
    ...stock,
    before: { day: before, isListed: wasListed, close: closeBefore },
    after: { day: after, isListed, close: closeAfter },
  }));
}
