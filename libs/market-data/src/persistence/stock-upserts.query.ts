import { columnNamesOf, type SqlRunner, unnestOf } from '#lib/database';
import { Stock } from './stock.entity';

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

/** What is stored stays while the name does: a vendor may have spelled it. A new name is spelled again. */
const INITIALS = `case
  when excluded.initials is null then known.initials
  when known.initials is null or known.name is distinct from excluded.name then excluded.initials
  else known.initials end`;

/** What a load says of a stock. Null leaves what is stored. */
export type StockRow = Pick<Stock, (typeof KEYS)[number]>;

/** Adds and updates stocks by code; rows that say nothing new are not touched. @returns how many changed. */
export async function upsertStocks(tx: SqlRunner, rows: readonly StockRow[]): Promise<number> {
  const changed = await tx.query(
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
        least(excluded.first_bar_date, known.first_bar_date), greatest(excluded.last_bar_date, known.last_bar_date))
     returning 1`,
    KEYS.map((key) => rows.map((row) => row[key])),
  );
  return changed.length;
}

/** Stores initials as a vendor spells them. @returns how many changed. */
export async function updateInitials(
  tx: SqlRunner,
  spelled: readonly { code: string; initials?: string | null }[],
): Promise<number> {
  if (spelled.length === 0) return 0;
  const changed = await tx.query(
    `update stock s set initials = lower(given.initials), updated_at = now()
     from unnest($1::text[], $2::text[]) as given(code, initials)
     where s.code = given.code and s.initials is distinct from lower(given.initials)
     returning 1`,
    [spelled.map((stock) => stock.code), spelled.map((stock) => stock.initials)],
  );
  return changed.length;
}
