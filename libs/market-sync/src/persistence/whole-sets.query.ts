import { columnNamesOf, type SqlRunner, unnestOf } from '#lib/database';
import { addDays, isoWeekday } from '#lib/kernel';
import { type ExchangeDay, noteBarChange, Stock } from '#lib/market-data';
import type { CodeChange, StockListing, StockName } from '../domain/vendor-rows';

/** What a listing says. */
const LISTED = ['code', 'exchange', 'board', 'name', 'listDate', 'delistDate', 'industry', 'initials'] as const;
const LISTED_COLUMNS = columnNamesOf(Stock, LISTED);

export async function storeExchangeDays(tx: SqlRunner, days: readonly ExchangeDay[]): Promise<void> {
  // The exchanges never trade at weekends, whatever a row says.
  const weekdays = days.filter(({ day }) => isoWeekday(day) <= 5);
  await marketChange(tx, {
    sql: `insert into exchange_day as known (trade_date, is_open)
      select distinct on (day) day, is_open from unnest($1::date[], $2::boolean[]) as given(day, is_open) order by day, is_open
      on conflict (trade_date) do update set is_open = excluded.is_open where known.is_open <> excluded.is_open
      returning 1`,
    values: [weekdays.map(({ day }) => day), weekdays.map(({ isOpen }) => isOpen)],
  });
}

/** Whether listings change the list date of a stock with bars: that changes which of its first bars have limits. */
export async function changesListDates(tx: SqlRunner, listings: readonly StockListing[]): Promise<boolean> {
  const [redated] = await tx.query<{ any: boolean }>(
    `select exists (select from stock s join unnest($1::text[], $2::date[]) as given(code, list_date) using (code)
       where s.first_bar_date is not null and given.list_date is distinct from s.list_date) as any`,
    [listings.map(({ code }) => code), listings.map(({ listDate }) => listDate)],
  );
  return redated?.any === true;
}

/** @param listings One a code. */
export async function upsertListings(tx: SqlRunner, listings: readonly StockListing[]): Promise<void> {
  await marketChange(tx, {
    sql: `insert into stock as known (${LISTED_COLUMNS})
      select * from ${unnestOf(Stock, LISTED, 1)} as given(${LISTED_COLUMNS}) order by code
      on conflict (code) do update set name = excluded.name, list_date = excluded.list_date,
        delist_date = excluded.delist_date, industry = coalesce(excluded.industry, known.industry),
        initials = coalesce(excluded.initials, known.initials), updated_at = now()
      where (known.name, known.list_date, known.delist_date, known.industry, known.initials) is distinct from
        (excluded.name, excluded.list_date, excluded.delist_date, coalesce(excluded.industry, known.industry),
         coalesce(excluded.initials, known.initials))
      returning 1`,
    values: LISTED.map((key) => listings.map((listing) => listing[key])),
  });
}

/** @returns the new codes that are new or other than before. */
export async function upsertCodeChanges(tx: SqlRunner, changes: readonly CodeChange[]): Promise<string[]> {
  const stored = await tx.query<{ code: string }>(
    `insert into stock_code_change (old_code, new_code)
     select distinct on (old_code) * from unnest($1::text[], $2::text[]) as given(old_code, new_code) order by old_code
     on conflict (old_code) do update set new_code = excluded.new_code
     where stock_code_change.new_code <> excluded.new_code
     returning new_code as code`,
    [changes.map(({ oldCode }) => oldCode), changes.map(({ newCode }) => newCode)],
  );
  return [...new Set(stored.map(({ code }) => code))].sort();
}

/** A name ends where the next one begins, whatever the row says: the vendor's ends overlap here and there. */
export async function storeNames(tx: SqlRunner, names: readonly StockName[]): Promise<void> {
  if (names.length === 0) return;
  const sorted = [...names].sort((one, other) => order(one.code, other.code) || order(one.from, other.from));
  const ends = sorted.map(({ code, to }, at) => {
    const next = sorted[at + 1];
    return next?.code === code && (to === null || to >= next.from) ? addDays(next.from, -1) : to;
  });
  await marketChange(tx, {
    sql: `with given as (
        select * from unnest($1::text[], $2::date[], $3::date[], $4::text[]) as g(code, from_date, to_date, name)
      ), removed as (
        delete from stock_name n
        where not exists (select from given g where g.code = n.code and g.from_date = n.from_date) returning 1
      ), stored as (
        insert into stock_name as known (code, from_date, to_date, name) select * from given order by code, from_date
        on conflict (code, from_date) do update set to_date = excluded.to_date, name = excluded.name
        where (known.to_date, known.name) is distinct from (excluded.to_date, excluded.name) returning 1
      ) select 1 from removed union all select 1 from stored`,
    values: [sorted.map(({ code }) => code), sorted.map(({ from }) => from), ends, sorted.map(({ name }) => name)],
  });
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Runs a statement that returns a row for each change, and raises the data's version if there was one. */
async function marketChange(tx: SqlRunner, statement: { sql: string; values: unknown[] }): Promise<void> {
  await tx.query('select from market_state for update');
  const changed = await tx.query(statement.sql, statement.values);
  if (changed.length === 0) return;
  await tx.query('update market_state set data_version = data_version + 1, updated_at = now()');
  await noteBarChange(tx, null);
}
