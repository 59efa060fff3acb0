import type { SqlRunner } from '#lib/database';
import type { RowsOfDays } from '../domain/rows-of-days';
import type { AdjustmentFactor, DailyValuation, Suspension } from '../domain/vendor-rows';

/**
 * Keeps the factors that differ from the one in force before: a row is a change. A day that is read again and is no change
 * any more loses its row.
 * @returns whether any changed.
 */
export async function storeFactors(tx: SqlRunner, { rows }: RowsOfDays<AdjustmentFactor>): Promise<boolean> {
  if (rows.length === 0) return false;
  const [changed] = await tx.query<{ count: number }>(
    `with given as (
       select * from unnest($1::text[], $2::date[], $3::float8[]) as g(code, trade_date, factor)
     ), compared as (
       select g.*, coalesce(
         lag(g.factor) over (partition by g.code order by g.trade_date),
         (select f.factor from adj_factor f where f.code = g.code and f.trade_date < g.trade_date
          order by f.trade_date desc limit 1)) as before
       from given g
     ), removed as (
       delete from adj_factor f using compared c
       where f.code = c.code and f.trade_date = c.trade_date and c.factor is not distinct from c.before
       returning 1
     ), stored as (
       insert into adj_factor as known (code, trade_date, factor)
       select code, trade_date, factor from compared where factor is distinct from before order by code, trade_date
       on conflict (code, trade_date) do update set factor = excluded.factor where known.factor <> excluded.factor
       returning 1
     )
     select (select count(*) from removed) + (select count(*) from stored) as count`,
    [rows.map(({ code }) => code), rows.map(({ tradeDate }) => tradeDate), rows.map(({ factor }) => factor)],
  );
  return (changed?.count ?? 0) > 0;
}

/** Makes the suspensions of the days those given. @returns whether any changed. */
export async function storeSuspensions(tx: SqlRunner, { days, rows }: RowsOfDays<Suspension>): Promise<boolean> {
  if (days.length === 0) return false;
  const [changed] = await tx.query<{ count: number }>(
    `with given as (
       select * from unnest($2::text[], $3::date[], $4::text[]) as g(code, trade_date, timing)
     ), removed as (
       delete from suspension s where s.trade_date = any($1::date[])
         and not exists (select from given g where g.code = s.code and g.trade_date = s.trade_date)
       returning 1
     ), stored as (
       insert into suspension as known (trade_date, code, timing)
       select trade_date, code, timing from given order by trade_date, code
       on conflict (trade_date, code) do update set timing = excluded.timing
       where known.timing is distinct from excluded.timing
       returning 1
     )
     select (select count(*) from removed) + (select count(*) from stored) as count`,
    [days, rows.map(({ code }) => code), rows.map(({ tradeDate }) => tradeDate), rows.map(({ timing }) => timing)],
  );
  return (changed?.count ?? 0) > 0;
}

const VALUATION = 'pe_ttm, pb, dividend_yield_ttm, total_market_cap, total_shares, float_shares';
const of = (table: string): string =>
  VALUATION.split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ');

/** @returns whether any changed. */
export async function storeValuations(tx: SqlRunner, { rows }: RowsOfDays<DailyValuation>): Promise<boolean> {
  if (rows.length === 0) return false;
  const [changed] = await tx.query<{ count: number }>(
    `with stored as (
       insert into daily_valuation as known (code, trade_date, ${VALUATION})
       select * from unnest($1::text[], $2::date[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[],
         $8::float8[]) as given(code, trade_date, ${VALUATION})
       order by code, trade_date
       on conflict (code, trade_date) do update set (${VALUATION}) = row(${of('excluded')})
       where (${of('known')}) is distinct from (${of('excluded')})
       returning 1
     )
     select count(*) as count from stored`,
    [
      rows.map(({ code }) => code),
      rows.map(({ tradeDate }) => tradeDate),
      rows.map(({ peTtm }) => peTtm),
      rows.map(({ pb }) => pb),
      rows.map(({ dividendYieldTtm }) => dividendYieldTtm),
      rows.map(({ totalMarketCap }) => totalMarketCap),
      rows.map(({ totalShares }) => totalShares),
      rows.map(({ floatShares }) => floatShares),
    ],
  );
  return (changed?.count ?? 0) > 0;
}
