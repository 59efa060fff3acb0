import { columnsOf, jsonPairsOf, prepareStatement } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { selectFormerCode } from './code-changes.query';
import { Stock } from './stock.entity';

/** What of a stock a search text may be. */
export const STOCK_MATCHES = ['code', 'initials', 'name'] as const;

/** A stock that a search found. */
export interface FoundStock extends Pick<Stock, 'code' | 'exchange' | 'board' | 'initials'> {
  stockName: string | null;
  latestClose: number | null;
  latestTradeDate: CalendarDay | null;
  formerCode: string | null;
  /** What the search text is of it. */
  matchedBy: (typeof STOCK_MATCHES)[number];
}

const DETAILS = [
  'exchange',
  'board',
  'industry',
  'initials',
  'listDate',
  'delistDate',
  'firstBarDate',
  'lastBarDate',
] as const;

/** A name that a stock has, or had. */
export interface NameOfStock {
  name: string;
  fromDate: CalendarDay;
  toDate: CalendarDay | null;
}

export interface StockDetail extends Pick<Stock, 'code' | (typeof DETAILS)[number]> {
  /** The code that it had before, where it changed. */
  formerCode: string | null;
  stockName: string | null;
  /** Of the last final bar. */
  latestClose: number | null;
  latestTradeDate: CalendarDay | null;
  /** In 亿 yuan, two decimals; of the same bar. */
  circulatingMarketCapYi: number | null;
  /** Names over time, oldest first; empty where the source doesn't tell. */
  names: NameOfStock[];
}

/**
 * Each way to match is a look-up of its own on its own index, so that none is tried on every stock; a two-letter part of a
 * name is too short for the trigrams and walks the few thousand names.
 */
export const SEARCH_STOCKS = `
  with found as (
    select code, case when code = $1 then 0 else 1 end as rank, 'code' as by
    from stock where code between $2 and $3
    union all
    select c.new_code, case when c.old_code = $1 then 0 else 1 end, 'code'
    from stock_code_change c join stock n on n.code = c.new_code where c.old_code between $2 and $3
    union all
    select code, case when initials = $4 then 2 else 3 end, 'initials'
    from stock where initials >= $4 and initials < $4 || '{'
    union all
    select code, case when search_name like $5 || '%' then 4 else 5 end, 'name'
    from stock where search_name like '%' || $5 || '%'
  ), best as (
    select distinct on (code) code, rank, by from found f
    where not exists (
      select from stock_code_change c join stock n on n.code = c.new_code where c.old_code = f.code)
    order by code, rank
  )
  select (select count(*) from best) as total, array(
    select json_build_object('code', s.code, 'formerCode', ${selectFormerCode('s.code')}, 'stockName', s.name,
      ${jsonPairsOf(Stock, 's', ['exchange', 'board', 'initials'])}, 'latestClose', f.latest_close, 'latestTradeDate', f.latest_trade_date, 'matchedBy', best.by)
    from best join stock s on s.code = best.code left join stock_figures f on f.code = s.code
    order by best.rank, s.code limit $6 offset $7
  ) as items`;

/** A stock by its code. */
export const FIND_STOCK = prepareStatement<Pick<Stock, 'code' | 'name'> & { formerCode: string | null }>(
  'find_stock',
  `select code, ${selectFormerCode('code')} as "formerCode", name from stock where code = $1`,
);

/** A stock by its code, with all that is told of it. */
export const SELECT_STOCK = prepareStatement<StockDetail>(
  'select_stock',
  `select s.code, ${selectFormerCode('s.code')} as "formerCode", s.name as "stockName", ${columnsOf(Stock, 's', DETAILS)},
     f.latest_close as "latestClose", f.latest_trade_date as "latestTradeDate",
     round((f.circ_market_cap / 1e8)::numeric, 2)::float8 as "circulatingMarketCapYi",
     coalesce((select json_agg(json_build_object('name', n.name, 'fromDate', n.from_date, 'toDate', n.to_date)
       order by n.from_date) from stock_name n where n.code = s.code), '[]') as names
   from stock s left join stock_figures f on f.code = s.code
   where s.code = $1`,
);
