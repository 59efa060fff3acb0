import type { Client } from 'pg';
import { columnNamesOf, unnestOf } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { Board, Exchange } from '../domain/stock-code';
import { Stock } from '../persistence/stock.entity';
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

const KEYS = [
  'code',
  'exchange',
  'board',
  'name',
  'listDate',
  'firstBarDate',
  'lastBarDate',
  'initials',
  'searchName',
] as const;
const COLUMNS = columnNamesOf(Stock, KEYS);

/** What is stored stays while the name does: a vendor may have spelled it. A new name is spelled anew. */
const INITIALS = `case
  when excluded.initials is null then known.initials
  when known.initials is null or known.name is distinct from excluded.name then excluded.initials
  else known.initials end`;

/** Adds and updates stocks by code; rows that say nothing new are not touched. @returns whether any changed. */
export async function storeStocks(client: Client, stocks: readonly StagedStock[]): Promise<boolean> {
  const sorted = [...stocks].sort((a, b) => (a.code < b.code ? -1 : 1));
  const rows = sorted.map((stock): Pick<Stock, (typeof KEYS)[number]> => ({
    ...stock,
    initials: stock.name === null ? null : initialsOf(stock.name),
    searchName: stock.name === null ? null : searchName(stock.name),
  }));
  const { rowCount } = await client.query(
    `insert into stock as known (${COLUMNS})
     select ${COLUMNS} from ${unnestOf(Stock, KEYS, 1)} as given(${COLUMNS})
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
    KEYS.map((key) => rows.map((row) => row[key])),
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
