import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError, type CalendarDay } from '#lib/kernel';
import { formerCodeOf, todaysCode } from '../persistence/code-changes.query';
import { initialsPrefix, searchName } from './stock-search';
import type { Board, Exchange } from '../domain/stock-code';

/** A stock that a search found. */
export interface FoundStock {
  code: string;
  stockName: string | null;
  exchange: Exchange;
  board: Board;
  initials: string | null;
  latestClose: number | null;
  latestTradeDate: CalendarDay | null;
  formerCode: string | null;
  /** What the search text is of it. */
  matchedBy: 'code' | 'initials' | 'name';
}

export interface StockDetail {
  code: string;
  /** The code that it had before, where it changed. */
  formerCode: string | null;
  stockName: string | null;
  exchange: Exchange;
  board: Board;
  industry: string | null;
  initials: string | null;
  listDate: CalendarDay | null;
  delistDate: CalendarDay | null;
  firstBarDate: CalendarDay | null;
  lastBarDate: CalendarDay | null;
  /** Of the last final bar. */
  latestClose: number | null;
  latestTradeDate: CalendarDay | null;
  /** In 亿 yuan, two decimals; of the same bar. */
  circulatingMarketCapYi: number | null;
  /** Names over time, oldest first; empty where the source doesn't tell. */
  names: { name: string; fromDate: CalendarDay; toDate: CalendarDay | null }[];
}

/**
 * Each way to match is a look-up of its own on its own index, so that none is tried on every stock; a two-letter part of a
 * name is too short for the trigrams and walks the few thousand names.
 */
const SEARCH = `
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
    select json_build_object('code', s.code, 'formerCode', ${formerCodeOf('s.code')}, 'stockName', s.name, 'exchange', s.exchange, 'board', s.board,
      'initials', s.initials, 'latestClose', f.latest_close, 'latestTradeDate', f.latest_trade_date, 'matchedBy', best.by)
    from best join stock s on s.code = best.code left join stock_figures f on f.code = s.code
    order by best.rank, s.code limit $6 offset $7
  ) as items`;

/** The stocks of the market: looked up, searched. */
@Injectable()
export class Stocks {
  constructor(private readonly db: Database) {}

  /** Best first: the code itself, codes that begin so, pinyin initials, names. A blank text finds the first codes. */
  async search(text: string, page: { limit: number; offset: number }): Promise<{ items: FoundStock[]; total: number }> {
    const name = searchName(text);
    const digits = /^[0-9]{0,6}$/.test(name) ? name : undefined;
    const [found] = await this.db.query<{ items: FoundStock[]; total: number }>(SEARCH, [
      name,
      digits?.padEnd(6, '0') ?? null,
      digits?.padEnd(6, '9') ?? null,
      initialsPrefix(name),
      name === '' ? null : name.replaceAll(/[\\%_]/g, String.raw`\$&`),
      page.limit,
      page.offset,
    ]);
    return found ?? { items: [], total: 0 };
  }

  /** @throws AppError `not_found` for a code that the market data doesn't know. */
  async require(given: string): Promise<{ code: string; formerCode: string | null; name: string | null }> {
    const code = await todaysCode(this.db, given);
    const [stock] = await this.db.query<{ code: string; formerCode: string | null; name: string | null }>(
      `select code, ${formerCodeOf('code')} as "formerCode", name from stock where code = $1`,
      [code],
    );
    return stock ?? unknown(code);
  }

  /** @throws AppError `not_found`. */
  async get(given: string): Promise<StockDetail> {
    const code = await todaysCode(this.db, given);
    const [stock] = await this.db.query<StockDetail>(
      `select s.code, ${formerCodeOf('s.code')} as "formerCode", s.name as "stockName", s.exchange, s.board, s.industry, s.initials, s.list_date as "listDate",
         s.delist_date as "delistDate", s.first_bar_date as "firstBarDate", s.last_bar_date as "lastBarDate",
         f.latest_close as "latestClose", f.latest_trade_date as "latestTradeDate", round((f.circ_market_cap / 1e8)::numeric, 2)::float8 as "circulatingMarketCapYi",
         coalesce((select json_agg(json_build_object('name', n.name, 'fromDate', n.from_date, 'toDate', n.to_date)
           order by n.from_date) from stock_name n where n.code = s.code), '[]') as names
       from stock s left join stock_figures f on f.code = s.code
       where s.code = $1`,
      [code],
    );
    return stock ?? unknown(code);
  }
}

function unknown(code: string): never {
  throw AppError.notFound(`the market data has no stock ${code}`);
}
