import type { Client } from 'pg';
import type { CalendarDay } from '#lib/kernel';
import type { Board, Exchange } from '../domain/stock-code';

/** A stock of a load, with the first and last day of its bars there. */
export interface StagedStock {
  code: string;
  exchange: Exchange;
  board: Board;
  /** Null leaves what is stored. */
  name: string | null;
  listDate: CalendarDay | null;
  firstBarDate: CalendarDay;
  lastBarDate: CalendarDay;
}

/** Adds and updates stocks by code; rows that say nothing new are not touched. @returns whether any changed. */
export async function storeStocks(client: Client, stocks: readonly StagedStock[]): Promise<boolean> {
  const sorted = [...stocks].sort((a, b) => (a.code < b.code ? -1 : 1));
  const { rowCount } = await client.query(
    `insert into stock as known (code, exchange, board, name, list_date, first_bar_date, last_bar_date)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::date[], $7::date[])
     on conflict (code) do update
     set name = coalesce(excluded.name, known.name),
         list_date = coalesce(excluded.list_date, known.list_date),
         first_bar_date = least(excluded.first_bar_date, known.first_bar_date),
         last_bar_date = greatest(excluded.last_bar_date, known.last_bar_date),
         updated_at = now()
     where (known.name, known.list_date, known.first_bar_date, known.last_bar_date) is distinct from
       (coalesce(excluded.name, known.name), coalesce(excluded.list_date, known.list_date),
        least(excluded.first_bar_date, known.first_bar_date), greatest(excluded.last_bar_date, known.last_bar_date))`,
    [
      sorted.map((stock) => stock.code),
      sorted.map((stock) => stock.exchange),
      sorted.map((stock) => stock.board),
      sorted.map((stock) => stock.name),
      sorted.map((stock) => stock.listDate),
      sorted.map((stock) => stock.firstBarDate),
      sorted.map((stock) => stock.lastBarDate),
    ],
  );
  return (rowCount ?? 0) > 0;
}
