import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { type Board, notProvisional, readStockAdjustments, withReferenceClose } from '#lib/market-data';
import type { LookbackDay } from '../domain/choose-entry';

/** A stock of the market with its days of a look-back, oldest first. */
export interface LookbackStock {
  code: string;
  stockName: string | null;
  board: Board;
  days: LookbackDay[];
}

/** Reads the stocks of `codes` that the market data knows, with their bars from `from` to `to`. */
export async function selectLookbackDays(
  db: SqlRunner,
  codes: readonly string[],
  span: { from: CalendarDay; to: CalendarDay },
): Promise<LookbackStock[]> {
  const stocks = await db.query<LookbackStock>(
    `select s.code, s.name as "stockName", s.board, coalesce(window_days.days, '[]') as days
     from stock s
     left join lateral (
       select json_agg(json_build_object('tradeDate', b.trade_date, 'high', b.high, 'low', b.low, 'close', b.close,
           'volume', b.volume, 'previousClose', coalesce(b.pre_close, b.last_close), 'previousDate', b.last_date,
           'previousCloseBasis', case when b.pre_close is null then 'raw' else 'ex_right' end, 'vendorLimitUp', b.up_limit,
           'vendorLimitDown', b.down_limit, 'isSt', b.is_st, 'tradingDayNo', b.day_no,
           'name', coalesce((
             select n.name from stock_name n
             where n.code = s.code and n.from_date <= b.trade_date and (n.to_date is null or n.to_date >= b.trade_date)
             order by n.from_date desc limit 1
           ), s.name)) order by b.trade_date) as days
       from (
         select d.*, lag(d.close, 1, before.close) over (order by d.trade_date) as last_close,
           lag(d.trade_date, 1, before.trade_date) over (order by d.trade_date) as last_date,
           case when s.first_bar_date = s.list_date and s.list_date >= $2::date
             then row_number() over (order by d.trade_date) end as day_no
         from daily_bar d
         left join lateral (
           select e.close, e.trade_date from daily_bar e where e.code = s.code and e.trade_date < $2::date
           order by e.trade_date desc limit 1
         ) before on true
         where d.code = s.code and d.trade_date between $2::date and $3::date and ${notProvisional('d')}
       ) b
     ) window_days on true
     where s.code = any ($1::text[])
     order by s.code`,
    [codes, span.from, span.to],
  );
  const adjustments = await readStockAdjustments(db, codes);
  return stocks.map((stock) => ({
    ...stock,
    days: stock.days.map((day) => withReferenceClose(day, adjustments.of(stock.code))),
  }));
}
