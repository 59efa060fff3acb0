import type { Client } from 'pg';
import type { CalendarDay } from '#lib/kernel';
import type { Board, Exchange } from '../domain/stock-code';
import { initialsOf, searchName } from '../stocks/stock-search';

/** A stock of a load, with the first and last day of its bars there. */
export interface StagedStock {
  code: string;
  exchange: Exchange;
  board: Board;
  /** Null leaves what is stored. */
  name: string | null;
  /** The vendor's own spelling, such as `payh`; left out, it is made from the name. */
  initials?: string | null;
  listDate: CalendarDay | null;
  firstBarDate: CalendarDay;
  lastBarDate: CalendarDay;
}

const GIVEN = `unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::date[], $6::date[], $7::date[], $8::text[],
  $9::text[])
  as given(code, exchange, board, name, list_date, first_bar_date, last_bar_date, made, search_name)`;

/** What is stored stays while the name does: a vendor may have spelled it. A new name is spelled anew. */
const INITIALS = `case
  when excluded.initials is null then known.initials
  when known.initials is null or known.name is distinct from excluded.name then excluded.initials
  else known.initials end`;

/** Adds and updates stocks by code; rows that say nothing new are not touched. @returns whether any changed. */
export async function storeStocks(client: Client, stocks: readonly StagedStock[]): Promise<boolean> {
  const sorted = [...stocks].sort((a, b) => (a.code < b.code ? -1 : 1));
  const { rowCount } = await client.query(
    `insert into stock as known (code, exchange, board, name, list_date, first_bar_date, last_bar_date, initials,
       search_name)
     select code, exchange, board, name, list_date, first_bar_date, last_bar_date, made, search_name
     from ${GIVEN}
     on conflict (code) do update
     set name = coalesce(excluded.name, known.name),
         initials = ${INITIALS},
         search_name = coalesce(excluded.search_name, known.search_name),
         list_date = coalesce(excluded.list_date, known.list_date),
         first_bar_date = least(excluded.first_bar_date, known.first_bar_date),
         last_bar_date = greatest(excluded.last_bar_date, known.last_bar_date),
         updated_at = now()
     where (known.name, known.initials, known.search_name, known.list_date, known.first_bar_date, known.last_bar_date)
       is distinct from
       (coalesce(excluded.name, known.name), ${INITIALS}, coalesce(excluded.search_name, known.search_name),
        coalesce(excluded.list_date, known.list_date),
        least(excluded.first_bar_date, known.first_bar_date), greatest(excluded.last_bar_date, known.last_bar_date))`,
    [
      sorted.map((stock) => stock.code),
      sorted.map((stock) => stock.exchange),
      sorted.map((stock) => stock.board),
      sorted.map((stock) => stock.name),
      sorted.map((stock) => stock.listDate),
      sorted.map((stock) => stock.firstBarDate),
      sorted.map((stock) => stock.lastBarDate),
      sorted.map((stock) => (stock.name === null ? null : initialsOf(stock.name))),
      sorted.map((stock) => (stock.name === null ? null : searchName(stock.name))),
    ],
  );
  const spelled = sorted.filter((stock) => (stock.initials ?? null) !== null);
  return (rowCount ?? 0) + (await storeSpelling(client, spelled)) > 0;
}

async function storeSpelling(client: Client, spelled: readonly StagedStock[]): Promise<number> {
  if (spelled.length === 0) return 0;
  const { rowCount } = await client.query(
    `update stock s set initials = lower(given.initials), updated_at = now()
     from unnest($1::text[], $2::text[]) as given(code, initials)
     where s.code = given.code and s.initials is distinct from lower(given.initials)`,
    [spelled.map((stock) => stock.code), spelled.map((stock) => stock.initials)],
  );
  return rowCount ?? 0;
}
