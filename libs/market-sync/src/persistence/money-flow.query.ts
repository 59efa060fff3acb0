import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { MONEY_FLOW_VENDORS, type MoneyFlow, type MoneyFlowVendor, type StoredMoneyFlow } from '../domain/money-flow';
import type { RowsOfDays } from '../domain/rows-of-days';

const NETS = 'net_main, net_xl, net_l, net_m, net_s, net_active';
const of = (table: string): string =>
  NETS.split(', ')
    .map((column) => `${table}.${column}`)
    .join(', ');

/** A stock that a later response lacks keeps its row. @returns whether any changed. */
export async function storeMoneyFlow(
  tx: SqlRunner,
  vendor: MoneyFlowVendor,
  { rows }: RowsOfDays<MoneyFlow>,
): Promise<boolean> {
  if (rows.length === 0) return false;
  const [changed] = await tx.query<{ count: number }>(
    `with stored as (
       insert into money_flow as known (vendor, trade_date, code, ${NETS})
       select $1, * from unnest($2::date[], $3::text[], $4::float8[], $5::float8[], $6::float8[], $7::float8[], $8::float8[],
         $9::float8[]) as given(trade_date, code, ${NETS})
       order by trade_date, code
       on conflict (vendor, trade_date, code) do update set (${NETS}) = row(${of('excluded')})
       where (${of('known')}) is distinct from (${of('excluded')})
       returning 1
     )
     select count(*) as count from stored`,
    [
      vendor,
      rows.map(({ tradeDate }) => tradeDate),
      rows.map(({ code }) => code),
      rows.map(({ netMain }) => netMain),
      rows.map(({ netXl }) => netXl),
      rows.map(({ netL }) => netL),
      rows.map(({ netM }) => netM),
      rows.map(({ netS }) => netS),
      rows.map(({ netActive }) => netActive),
    ],
  );
  return (changed?.count ?? 0) > 0;
}

/**
 * One vendor's flow of all stocks from one day to another, both inclusive, by day and code. Days and stocks that the vendor
 * does not have are not there: Beijing's in most.
 */
export function selectMoneyFlow(
  runner: SqlRunner,
  vendor: MoneyFlowVendor,
  fromDay: CalendarDay,
  toDay: CalendarDay,
): Promise<MoneyFlow[]> {
  return runner.query<MoneyFlow>(
    `select code, trade_date as "tradeDate", net_main as "netMain", net_xl as "netXl", net_l as "netL", net_m as "netM",
       net_s as "netS", net_active as "netActive"
     from money_flow where vendor = $1 and trade_date between $2 and $3 order by trade_date, code`,
    [vendor, fromDay, toDay],
  );
}

/** The first and last stored day of each vendor that has any: two steps into the key a vendor. */
export function selectStoredMoneyFlows(runner: SqlRunner): Promise<StoredMoneyFlow[]> {
  return runner.query<StoredMoneyFlow>(
    `select v.vendor, oldest.trade_date as "from", newest.trade_date as through
     from unnest($1::text[]) as v(vendor)
     cross join lateral (
       select trade_date from money_flow f where f.vendor = v.vendor order by trade_date limit 1
     ) oldest
     cross join lateral (
       select trade_date from money_flow f where f.vendor = v.vendor order by trade_date desc limit 1
     ) newest`,
    [MONEY_FLOW_VENDORS],
  );
}
