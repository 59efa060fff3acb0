import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { DAY_SETS, type DaySet } from '../domain/data-sets';
import type { DayCounts, DayEvaluation, StoredReading } from '../domain/evaluate-day';
import { readStoredSets, toStoredName } from '../domain/stored-data-set';

/** Notified with the day when one becomes complete. Drains and other readers listen; the row is the truth. */
export const MARKET_DAY_COMPLETE_CHANNEL = 'market_day_complete';

export function selectDayCounts(tx: SqlRunner, days: readonly CalendarDay[]): Promise<DayCounts[]> {
  return tx.query<DayCounts>(
    `select d.day, held.bars, held."beijingBars", listed.expected, listed.arrived
     from unnest($1::date[]) as d(day)
     cross join lateral (
       select count(*) as bars, count(*) filter (where s.exchange = 'BSE') as "beijingBars"
       from daily_bar b left join stock s on s.code = b.code where b.trade_date = d.day
     ) held
     cross join lateral (
       select count(*) as expected, count(b.code) as arrived
       from stock s
       left join suspension x on x.trade_date = d.day and x.code = s.code and x.timing is null
       left join daily_bar b on b.trade_date = d.day and b.code = s.code
       where coalesce(s.list_date, s.first_bar_date) <= d.day
         -- A vendor's day of delisting is the last one or the one after it: a bar decides.
         and (s.delist_date is null or s.delist_date > d.day or (s.delist_date = d.day and b.code is not null))
         and (x.code is null or b.code is not null)
         -- An old Beijing code has no bars: they are stored under the new one, which is counted too.
         and not exists (select from stock_code_change c where c.old_code = s.code)
     ) listed`,
    [days],
  );
}

/** What is stored of the day sets of some days. */
export async function selectStoredReadings(tx: SqlRunner, days: readonly CalendarDay[]): Promise<StoredReading[]> {
  const rows = await tx.query<Omit<StoredReading, 'dataSet'> & { dataSet: string }>(
    `select data_set as "dataSet", trade_date as day, rows, fetched_at as "fetchedAt", first_same_at as "firstSameAt"
     from market_sync_unit where trade_date = any($1::date[]) and state = 'stored'`,
    [days],
  );
  return readStoredSets(rows, DAY_SETS);
}

export async function storeSettledUnits(
  tx: SqlRunner,
  units: readonly { dataSet: DaySet; day: CalendarDay; settled: boolean }[],
): Promise<void> {
  await tx.query(
    `update market_sync_unit u set settled = given.settled
     from unnest($1::text[], $2::text[], $3::boolean[]) as given(data_set, unit_key, settled)
     where u.data_set = given.data_set and u.unit_key = given.unit_key and u.settled <> given.settled`,
    [
      units.map(({ dataSet }) => toStoredName(dataSet)),
      units.map(({ day }) => day),
      units.map(({ settled }) => settled),
    ],
  );
}

/** @returns whether a day became provisional or ceased to be. */
export async function storeEvaluations(tx: SqlRunner, evaluations: readonly DayEvaluation[]): Promise<boolean> {
  const [flipped] = await tx.query<{ any: boolean }>(
    `with given as (
       select * from unnest($1::date[], $2::integer[], $3::boolean[], $4::timestamptz[], $5::boolean[])
         as g(day, expected, provisional, settled_at, complete)
     ), before as (
       select m.trade_date from market_day m join given g on g.day = m.trade_date
       where g.complete and not (m.complete and m.settled_at is not null)
     ), evaluated as (
       update market_day m set expected = g.expected, provisional = g.provisional, settled_at = g.settled_at,
         complete = g.complete
       from given g where g.day = m.trade_date
     ), notified as (
       select pg_notify($6, trade_date::text) from before
     )
     select (select count(*) from notified) >= 0 and exists (
       select from market_day m join given g on g.day = m.trade_date where g.provisional <> m.provisional
     ) as any`,
    [
      evaluations.map(({ day }) => day),
      evaluations.map(({ expected }) => expected),
      evaluations.map(({ provisional }) => provisional),
      evaluations.map(({ settledAt }) => settledAt),
      evaluations.map(({ complete }) => complete),
      MARKET_DAY_COMPLETE_CHANNEL,
    ],
  );
  return flipped?.any === true;
}
