import { columnNamesOf, type Transaction, unnestOf } from '#lib/database';
import { addDays, calendarDayOf, type CalendarDay, isoWeekday } from '#lib/kernel';
import { closeBarsGate } from '../bars-gate';
import { removeDemoMarket, removeDemoWork } from '../import/remove-demo-market';
import { marketIsDemo } from '../import/store-market';
import { refreshStockFigures } from '../import/stock-figures';
import type { MarketLoadHooks } from '../market-load-hooks';
import { Stock } from '../persistence/stock.entity';
import type { WholeSet } from './sync-data-sets';
import { type BseCodeChange, bseCodeChangesOf, readBseCodeChanges } from '../tushare/readers/bse-code-changes';
import { readExchangeDays } from '../tushare/readers/exchange-days';
import { readStockListings, type StockListing } from '../tushare/readers/stock-listings';
import { readStockNames, type StockName } from '../tushare/readers/stock-names';
import type { Tushare } from '../tushare/tushare';
import type { ExchangeDay } from '../domain/trading-calendar';

/** What a listing tells. */
const LISTED = ['code', 'exchange', 'board', 'name', 'listDate', 'delistDate', 'industry', 'initials'] as const;
const LISTED_COLUMNS = columnNamesOf(Stock, LISTED);

/** An answer that is stored as a whole: what to do with it in a transaction. */
export interface WholeAnswer {
  rows: number;
  calls: number;
  store: (tx: Transaction) => Promise<void>;
}

interface AskedFor {
  /** The days that the sync is about, and the clock's. */
  from: CalendarDay;
  today: CalendarDay;
}

/** Asks for a data set that comes as a whole. @throws TushareFault */
export async function askWhole(
  tushare: Tushare,
  dataSet: WholeSet,
  { from, today }: AskedFor,
  hooks: MarketLoadHooks,
  signal: AbortSignal,
): Promise<WholeAnswer> {
  switch (dataSet) {
    case 'trade_cal': {
      const read = await readExchangeDays(tushare, calendarSpan(from, today), signal);
      return answer(read, (tx) => storeExchangeDays(tx, read.rows));
    }
    case 'stock_basic': {
      const read = await readStockListings(tushare, signal);
      return answer(read, (tx) => storeListings(tx, read.rows, hooks));
    }
    case 'bse_mapping': {
      // What the listings show by themselves was stored with them.
      const read = await readBseCodeChanges(tushare, [], signal);
      return answer(read, (tx) => storeCodeChanges(tx, read.rows, hooks));
    }
    case 'namechange': {
      const read = await readStockNames(tushare, {}, signal);
      return answer(read, (tx) => storeNames(tx, read.rows));
    }
  }
}

function answer(
  { rows, calls }: { rows: readonly unknown[]; calls: number },
  store: (tx: Transaction) => Promise<void>,
): WholeAnswer {
  return { rows: rows.length, calls, store };
}

/** From the year before the first day (windows reach back) to the end of next year, as far as it is published. */
function calendarSpan(from: CalendarDay, today: CalendarDay): { from: CalendarDay; to: CalendarDay } {
  const first = Math.max(1991, Number(from.slice(0, 4)) - 1);
  return { from: calendarDayOf(`${first}-01-01`), to: calendarDayOf(`${Number(today.slice(0, 4)) + 1}-12-31`) };
}

/** The first real rows end the demo market: the caller has asked for that. @throws AppError `market_is_demo` otherwise. */
export async function requireRealMarket(tx: Transaction, replaceDemo: boolean, hooks: MarketLoadHooks): Promise<void> {
  const [state] = await tx.query<{ source: string }>('select source from market_state for update');
  if (state?.source !== 'demo') return;
  if (!replaceDemo) throw marketIsDemo();
  await tx.query('delete from daily_bar');
  await removeDemoMarket(tx);
  await tx.query(`update market_state set source = 'none', bars_from = null, bars_to = null,
    data_version = data_version + 1, updated_at = now()`);
  const codes = await refreshStockFigures(tx, 'everything');
  await closeBarsGate(tx);
  await removeDemoWork(tx);
  await hooks.run(tx, codes);
}

async function storeExchangeDays(tx: Transaction, days: readonly ExchangeDay[]): Promise<void> {
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

async function storeListings(
  tx: Transaction,
  listings: readonly StockListing[],
  hooks: MarketLoadHooks,
): Promise<void> {
  const unique = [...new Map(listings.map((listing) => [listing.code, listing])).values()];
  // Another list date changes which of the first bars have limits.
  const [redated] = await tx.query<{ any: boolean }>(
    `select exists (select from stock s join unnest($1::text[], $2::date[]) as given(code, list_date) using (code)
       where s.first_bar_date is not null and given.list_date is distinct from s.list_date) as any`,
    [unique.map(({ code }) => code), unique.map(({ listDate }) => listDate)],
  );
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
    values: LISTED.map((key) => unique.map((listing) => listing[key])),
  });
  await storeCodeChanges(tx, bseCodeChangesOf(unique), hooks);
  if (redated?.any === true) await hooks.run(tx, await refreshStockFigures(tx, 'everything'));
}

/** Features move what they keep under the old codes in the same transaction. */
async function storeCodeChanges(
  tx: Transaction,
  changes: readonly BseCodeChange[],
  hooks: MarketLoadHooks,
): Promise<void> {
  const stored = await tx.query<{ code: string }>(
    `insert into stock_code_change (old_code, new_code)
     select distinct on (old_code) * from unnest($1::text[], $2::text[]) as given(old_code, new_code) order by old_code
     on conflict (old_code) do update set new_code = excluded.new_code
     where stock_code_change.new_code <> excluded.new_code
     returning new_code as code`,
    [changes.map(({ oldCode }) => oldCode), changes.map(({ newCode }) => newCode)],
  );
  if (stored.length > 0) await hooks.run(tx, [...new Set(stored.map(({ code }) => code))].sort());
}

/** A name ends where the next one begins, whatever the row says: the vendor's ends overlap here and there. */
async function storeNames(tx: Transaction, names: readonly StockName[]): Promise<void> {
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

/** Runs a statement that returns a row for each change, and raises the data's version where there was one. */
async function marketChange(tx: Transaction, statement: { sql: string; values: unknown[] }): Promise<void> {
  await tx.query('select from market_state for update');
  const changed = await tx.query(statement.sql, statement.values);
  if (changed.length === 0) return;
  await tx.query('update market_state set data_version = data_version + 1, updated_at = now()');
}
