import type { SqlRunner } from '#lib/database';
import { barSourceNo } from '#lib/market-data';
import type { ExRightCase, ReferencePrice } from '../domain/reference-price';
import type { ExRight, ShareCount } from '../domain/vendor-rows';

/** Makes the records of some stocks those given. */
export async function replaceShareRecords(
  tx: SqlRunner,
  codes: readonly string[],
  { counts, exRights }: { counts: readonly ShareCount[]; exRights: readonly ExRight[] },
): Promise<void> {
  await tx.query(`delete from share_count where code = any($1::text[]) and basis = 'record'`, [codes]);
  await tx.query(
    `insert into share_count (code, from_date, basis, float_shares, total_shares)
     select distinct on (code, from_date) code, from_date, 'record', float_shares, total_shares
     from unnest($1::text[], $2::date[], $3::float8[], $4::float8[]) with ordinality
       as given(code, from_date, float_shares, total_shares, position)
     order by code, from_date, position desc`,
    [
      counts.map(({ code }) => code),
      counts.map(({ from }) => from),
      counts.map(({ floatShares }) => floatShares),
      counts.map(({ totalShares }) => totalShares),
    ],
  );
  await tx.query('delete from ex_right where code = any($1::text[])', [codes]);
  await tx.query(
    `insert into ex_right (code, ex_date, ordinal, cash, rights_price, bonus, rights)
     select code, ex_date, row_number() over (partition by code, ex_date order by position), cash, rights_price, bonus, rights
     from unnest(${EX_RIGHT_TYPES}) with ordinality as given(${EX_RIGHT_COLUMNS}, position)
     order by code, ex_date`,
    toColumns(exRights),
  );
}

const EX_RIGHT_COLUMNS = 'code, ex_date, cash, rights_price, bonus, rights';
const EX_RIGHT_TYPES = '$1::text[], $2::date[], $3::float8[], $4::float8[], $5::float8[], $6::float8[]';

function toColumns(exRights: readonly ExRight[]): unknown[][] {
  return [
    exRights.map(({ code }) => code),
    exRights.map(({ exDate }) => exDate),
    exRights.map(({ cash }) => cash),
    exRights.map(({ rightsPrice }) => rightsPrice),
    exRights.map(({ bonus }) => bonus),
    exRights.map(({ rights }) => rights),
  ];
}

/** Ex-rights that lie between two stored bars of their stock, in the order of their days. @param given Left out: all stored. */
export function selectExRightCases(db: SqlRunner, given?: readonly ExRight[]): Promise<ExRightCase[]> {
  const source =
    given === undefined
      ? `select ${EX_RIGHT_COLUMNS}, ordinal as position from ex_right`
      : `select * from unnest(${EX_RIGHT_TYPES}) with ordinality as given(${EX_RIGHT_COLUMNS}, position)`;
  return db.query<ExRightCase>(
    `select e.code, e.ex_date as "exDate", e.cash, e.rights_price as "rightsPrice", e.bonus, e.rights, b.trade_date as day,
       b.pre_close as "preClose", l.trade_date as "lastDay", l.close as "lastClose"
     from (${source}) e
     cross join lateral (
       select trade_date, pre_close from daily_bar
       where code = e.code and trade_date >= e.ex_date order by trade_date limit 1
     ) b
     cross join lateral (
       select trade_date, close from daily_bar
       where code = e.code and trade_date < b.trade_date order by trade_date desc limit 1
     ) l
     where e.ex_date > (select min(trade_date) from market_day)
     order by e.code, e.ex_date, e.position`,
    given === undefined ? [] : toColumns(given),
  );
}

const STAGED_COLUMNS = 'file_no, trade_date, code, open, high, low, close, volume, pre_close';

/**
 * Puts stored bars into `bar_staging`, with turnover in percent and market cap in yuan by the share count in force on their
 * days, and with the given previous closes. The merge leaves alone what does not change.
 * @param counts Of the stocks to value. @param references Previous closes to store.
 * @returns bars that were staged.
 */
export async function stageValuedBars(
  session: SqlRunner,
  counts: readonly ShareCount[],
  references: readonly ReferencePrice[],
): Promise<number> {
  const given = [
    references.map(({ code }) => code),
    references.map(({ day }) => day),
    references.map(({ reference }) => reference),
  ];
  // Both ends of a count's days are bounds of the index scan: each bar is read once, however many counts a stock has.
  await session.query(
    `insert into bar_staging (${STAGED_COLUMNS}, turnover_pct, circ_market_cap, cap_source)
     select 0, b.trade_date, b.code, b.open, b.high, b.low, b.close, b.volume, r.pre_close,
       b.volume::float8 * 100 / c.float_shares, b.close * c.float_shares, $7
     from (
       select code, from_date, float_shares,
         lead(from_date, 1, 'infinity') over (partition by code order by from_date) as to_date
       from (
         select distinct on (code, from_date) * from unnest($4::text[], $5::date[], $6::float8[]) with ordinality
           as given(code, from_date, float_shares, position)
         order by code, from_date, position desc
       ) newest
     ) c
     join daily_bar b on b.code = c.code and b.trade_date >= c.from_date and b.trade_date < c.to_date
     left join unnest($1::text[], $2::date[], $3::float8[]) as r(code, trade_date, pre_close)
       on r.code = b.code and r.trade_date = b.trade_date
     where c.to_date > (select min(trade_date) from market_day)`,
    [
      ...given,
      counts.map(({ code }) => code),
      counts.map(({ from }) => from),
      counts.map(({ floatShares }) => floatShares),
      barSourceNo('share_records'),
    ],
  );
  await session.query(
    `insert into bar_staging (${STAGED_COLUMNS})
     select 0, b.trade_date, b.code, b.open, b.high, b.low, b.close, b.volume, r.pre_close
     from unnest($1::text[], $2::date[], $3::float8[]) as r(code, trade_date, pre_close)
     join daily_bar b on b.code = r.code and b.trade_date = r.trade_date
     where not exists (select from bar_staging s where s.code = r.code and s.trade_date = r.trade_date)`,
    given,
  );
  await session.query('analyze bar_staging');
  const [staged] = await session.query<{ bars: number }>('select count(*) as bars from bar_staging');
  return staged?.bars ?? 0;
}

/** Notes who told the caps of staged bars that the merge left alone, as their values were right already. @returns how many. */
export async function storeCapSources(tx: SqlRunner): Promise<number> {
  const [changed] = await tx.query<{ bars: number }>(
    `with changed as (
       update daily_bar b set cap_source = s.cap_source from bar_staging s
       where b.code = s.code and b.trade_date = s.trade_date and s.cap_source is not null
         and b.cap_source is distinct from s.cap_source
       returning 1
     ) select count(*) as bars from changed`,
  );
  return changed?.bars ?? 0;
}
