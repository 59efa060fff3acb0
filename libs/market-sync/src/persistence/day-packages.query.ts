import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { SAME_PRICE } from '#lib/market-data';
import type { BeijingStock } from '../domain/beijing-renames';
import type { ExRightEvidence } from '../domain/ex-right-evidence';
import type { KnownDays } from '../domain/name-history';
import type { StockOnDay } from '../domain/share-book';
import type { NamedSpan } from '../domain/st-names';
import type { ShareCount } from '../domain/vendor-rows';
import { toStoredName } from '../domain/stored-data-set';

const PACKAGE = toStoredName('package');

/** The first and last day whose package is stored. */
export async function selectKnownDays(tx: SqlRunner): Promise<KnownDays | undefined> {
  const [row] = await tx.query<{ from: CalendarDay | null; to: CalendarDay | null }>(
    `select min(trade_date) as "from", max(trade_date) as "to" from market_sync_unit where data_set = $1 and state = 'stored'`,
    [PACKAGE],
  );
  return row === undefined || row.from === null || row.to === null ? undefined : { from: row.from, to: row.to };
}

/** Which of the days have a stored package. */
export async function selectStoredPackages(tx: SqlRunner, days: readonly CalendarDay[]): Promise<CalendarDay[]> {
  const rows = await tx.query<{ day: CalendarDay }>(
    `select trade_date as day from market_sync_unit
     where data_set = $1 and state = 'stored' and trade_date = any($2::date[])`,
    [PACKAGE, days],
  );
  return rows.map(({ day }) => day);
}

/** Beijing's stocks on a stored day, those suspended included. */
export function selectBeijingStocks(tx: SqlRunner, day: CalendarDay): Promise<BeijingStock[]> {
  return tx.query<BeijingStock>(
    `select s.code, n.name, b.close, b.pre_close as "preClose"
     from stock s
     left join daily_bar b on b.code = s.code and b.trade_date = $1
     left join suspension x on x.code = s.code and x.trade_date = $1
     left join stock_name n on n.code = s.code and n.from_date <= $1 and (n.to_date is null or n.to_date >= $1)
     where s.exchange = 'BSE' and (b.code is not null or x.code is not null)`,
    [day],
  );
}

/** Replaces all names of the stocks. */
export async function replaceNames(tx: SqlRunner, spans: ReadonlyMap<string, readonly NamedSpan[]>): Promise<void> {
  if (spans.size === 0) return;
  const rows = [...spans.values()].flat();
  await tx.query('delete from stock_name where code = any($1::text[])', [[...spans.keys()]]);
  await tx.query(
    `insert into stock_name (code, from_date, to_date, name)
     select * from unnest($1::text[], $2::date[], $3::date[], $4::text[]) as given(code, from_date, to_date, name)
     order by code, from_date`,
    [
      rows.map(({ code }) => code),
      rows.map(({ from }) => from),
      rows.map(({ to }) => to),
      rows.map(({ name }) => name),
    ],
  );
}

/** The counts of the stocks that decide about a span: those in it, the last record before it, the first count after it. */
export function selectShareCounts(
  tx: SqlRunner,
  codes: readonly string[],
  span: { readonly from: CalendarDay; readonly to: CalendarDay },
): Promise<ShareCount[]> {
  return tx.query<ShareCount>(
    `select c.code, c.from_date as "from", c.basis, c.float_shares as "floatShares", c.total_shares as "totalShares"
     from unnest($1::text[]) as given(code)
     cross join lateral (
       (select * from share_count s where s.code = given.code and s.from_date between $2 and $3)
       union all
       (select * from share_count s where s.code = given.code and s.from_date < $2 and s.basis = 'record'
        order by s.from_date desc limit 1)
       union all
       (select * from share_count s where s.code = given.code and s.from_date > $3 order by s.from_date limit 1)
     ) c`,
    [codes, span.from, span.to],
  );
}

/** @returns whether any changed. */
export async function upsertShareCounts(tx: SqlRunner, counts: readonly ShareCount[]): Promise<boolean> {
  const stored = await tx.query(
    `insert into share_count as known (code, from_date, basis, float_shares, total_shares)
     select distinct on (code, from_date, basis) *
     from unnest($1::text[], $2::date[], $3::text[], $4::float8[], $5::float8[])
       as given(code, from_date, basis, float_shares, total_shares)
     order by code, from_date, basis
     on conflict (code, from_date, basis) do update
       set float_shares = excluded.float_shares, total_shares = excluded.total_shares
     where (known.float_shares, known.total_shares) is distinct from (excluded.float_shares, excluded.total_shares)
     returning 1`,
    [
      counts.map(({ code }) => code),
      counts.map(({ from }) => from),
      counts.map(({ basis }) => basis),
      counts.map(({ floatShares }) => floatShares),
      counts.map(({ totalShares }) => totalShares),
    ],
  );
  return stored.length > 0;
}

/** Of each stock the stored day with known shares that is nearest to a span, on one side of it. */
export function selectNearestShares(tx: SqlRunner, side: 'before' | 'after', day: CalendarDay): Promise<StockOnDay[]> {
  const [compare, order] = side === 'after' ? ['>', 'asc'] : ['<', 'desc'];
  return tx.query<StockOnDay>(
    `select s.code, b.close, b.pre_close as "preClose", b.circ_market_cap / b.close as "floatShares"
     from stock s
     cross join lateral (
       select close, pre_close, circ_market_cap from daily_bar
       where code = s.code and trade_date ${compare} $1 order by trade_date ${order} limit 1
     ) b
     where b.circ_market_cap is not null`,
    [day],
  );
}

/** Compares days with the open day before each. Both must be stored. */
export async function storeExRightEvidence(
  tx: SqlRunner,
  pairs: readonly { day: CalendarDay; before: CalendarDay }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await tx.query(
    `insert into ex_right_evidence as known (trade_date, compared, differences)
     select p.day, count(*), count(*) filter (where abs(b.pre_close - l.close) > ${SAME_PRICE})
     from unnest($1::date[], $2::date[]) as p(day, before)
     join daily_bar b on b.trade_date = p.day
     join daily_bar l on l.trade_date = p.before and l.code = b.code
     where b.pre_close is not null
     group by p.day
     on conflict (trade_date) do update set compared = excluded.compared, differences = excluded.differences
     where (known.compared, known.differences) <> (excluded.compared, excluded.differences)`,
    [pairs.map(({ day }) => day), pairs.map(({ before }) => before)],
  );
}

export async function selectExRightEvidence(db: SqlRunner): Promise<ExRightEvidence> {
  const [row] = await db.query<ExRightEvidence>(
    `select count(*) as pairs, coalesce(sum(differences), 0)::integer as differences from ex_right_evidence where compared > 0`,
  );
  return row ?? { pairs: 0, differences: 0 };
}

/** Takes back previous closes that turned out to be no ex-right references. */
export async function removePreviousCloses(tx: SqlRunner): Promise<void> {
  await tx.query('update daily_bar set pre_close = null where pre_close is not null');
}

/**
 * Brings listings up to what the stored days show: a stock that came between two neighbouring stored days was listed on its
 * first; one that the newest stored day does not have was listed last on its own last day.
 * @param newest The newest stored day. @param follows Days whose open day before is stored too.
 */
export async function updateListings(
  tx: SqlRunner,
  newest: CalendarDay,
  follows: readonly CalendarDay[],
): Promise<void> {
  await tx.query(
    `with suspended as (
       select code, min(trade_date) as first_day, max(trade_date) as last_day from suspension group by code
     ), seen as (
       select s.code, least(s.first_bar_date, x.first_day) as first_day, greatest(s.last_bar_date, x.last_day) as last_day
       from stock s left join suspended x on x.code = s.code where s.first_bar_date is not null
     ), known as (
       select code, first_day, case when first_day = any($2::date[]) then first_day end as listed_on,
         case when last_day < $1 then last_day end as delisted_on
       from seen
     )
     update stock s set list_date = ${LISTED_ON}, delist_date = k.delisted_on, updated_at = now()
     from known k
     where k.code = s.code and (s.list_date, s.delist_date) is distinct from (${LISTED_ON}, k.delisted_on)`,
    [newest, follows],
  );
}

/** A day on which the stock was there already can't be before its listing. */
const LISTED_ON = `coalesce(k.listed_on, case when s.list_date <= k.first_day then s.list_date end)`;

/** Moves the history that is stored under old codes to the new ones; a day that the new code has already wins. */
export async function moveHistory(tx: SqlRunner): Promise<void> {
  for (const [table, ...key] of HISTORY) {
    const same = key.map((column) => `n.${column} = h.${column}`).join(' and ');
    await tx.query(
      `delete from ${table} h using stock_code_change c
       where h.code = c.old_code
         and exists (select from ${table} n where n.code = c.new_code and ${same})`,
    );
    await tx.query(`update ${table} h set code = c.new_code from stock_code_change c where h.code = c.old_code`);
  }
  await tx.query(
    `update stock s set list_date = coalesce(s.list_date, o.list_date), updated_at = now(),
       first_bar_date = least(s.first_bar_date, o.first_bar_date), last_bar_date = greatest(s.last_bar_date, o.last_bar_date)
     from stock_code_change c join stock o on o.code = c.old_code where s.code = c.new_code`,
  );
  await tx.query('delete from stock s using stock_code_change c where s.code = c.old_code');
}

const HISTORY = [
  ['daily_bar', 'trade_date'],
  ['provisional_bar', 'trade_date'],
  ['daily_valuation', 'trade_date'],
  ['suspension', 'trade_date'],
  ['money_flow', 'trade_date', 'vendor'],
  ['price_break', 'trade_date'],
  ['share_change', 'trade_date'],
  ['share_count', 'from_date'],
  ['ex_right', 'ex_date'],
  ['stock_name', 'from_date'],
] as const;

export async function storeUnmatchedCodes(
  tx: SqlRunner,
  codes: readonly string[],
  lastDay: CalendarDay,
): Promise<void> {
  await tx.query(
    `insert into unmatched_code (code, last_listed_on) select unnest($1::text[]), $2
     on conflict (code) do update set last_listed_on = excluded.last_listed_on`,
    [codes, lastDay],
  );
}

export async function selectUnmatchedCodes(db: SqlRunner): Promise<string[]> {
  const rows = await db.query<{ code: string }>('select code from unmatched_code order by code');
  return rows.map(({ code }) => code);
}
