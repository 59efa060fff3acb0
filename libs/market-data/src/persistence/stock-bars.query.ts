import { columnsOf, prepareStatement, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { TradedBar } from '../domain/adjusted-bar';
import type { LimitedStock } from '../domain/limited-bar';
import { notProvisional } from './provisional-bars.query';
import { Stock } from './stock.entity';

const SELECT_LIMITED_STOCK = prepareStatement<LimitedStock>(
  'select_limited_stock',
  `select ${columnsOf(Stock, 's', ['board', 'name', 'listDate', 'firstBarDate'])}, coalesce((
     select json_agg(json_build_object('name', n.name, 'from', n.from_date, 'to', n.to_date))
     from stock_name n where n.code = s.code
   ), '[]') as names
   from stock s where s.code = $1`,
);

/** What decides a stock's limit prices; undefined for an unknown code. */
export async function selectLimitedStock(runner: SqlRunner, code: string): Promise<LimitedStock | undefined> {
  const [stock] = await runner.query(SELECT_LIMITED_STOCK, [code]);
  return stock;
}

/** Days from `from` on with a bar that is provisional, or after `through`. */
export async function selectNotFinalDays(
  db: SqlRunner,
  code: string,
  from: CalendarDay,
  through: CalendarDay,
): Promise<CalendarDay[]> {
  const rows = await db.query<{ day: CalendarDay }>(
    `select trade_date as day from daily_bar
     where code = $1 and trade_date >= $2 and (trade_date > $3 or not ${notProvisional('daily_bar')})
     order by trade_date`,
    [code, from, through],
  );
  return rows.map(({ day }) => day);
}

/** Days of a stock; without `count` all of them. */
export interface BarSpan {
  from: CalendarDay | null;
  to: CalendarDay;
  count: number | null;
}

/** The newest bars of a span, newest first, as they were traded. @param onlyFinal Leave provisional ones out. */
export function selectTradedBars(
  runner: SqlRunner,
  code: string,
  { from, to, count }: BarSpan,
  onlyFinal: boolean,
): Promise<TradedBar[]> {
  return runner.query<TradedBar>(
    `select trade_date as "tradeDate", open, high, low, close, pre_close as "preClose", volume::float8 as volume, amount,
       turnover_pct as "turnoverPct", circ_market_cap as "circMarketCap", up_limit as "upLimit",
       down_limit as "downLimit", is_st as "isSt"
     from daily_bar
     where code = $1 and trade_date <= $2 and trade_date >= coalesce($4::date, '-infinity')
       ${onlyFinal ? `and ${notProvisional('daily_bar')}` : ''}
     order by trade_date desc limit $3`,
    [code, to, count, from],
  );
}

/** Days of a stock whose bar is provisional. */
export async function selectProvisionalDays(db: SqlRunner, code: string): Promise<Set<CalendarDay>> {
  const days = await db.query<{ day: CalendarDay }>('select trade_date as day from provisional_bar where code = $1', [
    code,
  ]);
  return new Set(days.map(({ day }) => day));
}
