import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { isProvisional } from '../domain/sync/data-clock';
import { isEnough, isSettled } from '../domain/sync/reading';
import type { DaySet } from './sync-data-sets';

/** Told with the day when one becomes complete. Drains and other readers listen; the row is the truth. */
export const MARKET_DAY_COMPLETE_CHANNEL = 'market_day_complete';

interface DayFigures {
  day: CalendarDay;
  bars: number;
  /** Listed stocks that were not suspended all day, and those of them that have a bar. */
  expected: number;
  arrived: number;
}

interface StoredReading {
  dataSet: DaySet;
  day: CalendarDay;
  rows: number;
  fetchedAt: Date;
  firstSameAt: Date;
}

/**
 * Decides of each day whether it is provisional, settled and complete, in the load's transaction.
 * @returns whether a day became provisional or ceased to be: what is computed from bars leaves such days out.
 */
export async function judgeDays(tx: SqlRunner, days: readonly CalendarDay[]): Promise<boolean> {
  const figures = await selectFigures(tx, days);
  const readings = await tx.query<StoredReading>(
    `select data_set as "dataSet", trade_date as day, rows, fetched_at as "fetchedAt", first_same_at as "firstSameAt"
     from market_sync_unit where trade_date = any($1::date[]) and state = 'stored'`,
    [days],
  );
  const verdicts = figures.map((day) =>
    judge(
      day,
      readings.filter((reading) => reading.day === day.day),
    ),
  );
  await storeSettledUnits(
    tx,
    verdicts.flatMap(({ units }) => units),
  );
  return storeVerdicts(
    tx,
    verdicts.flatMap(({ verdict }) => verdict ?? []),
  );
}

function selectFigures(tx: SqlRunner, days: readonly CalendarDay[]): Promise<DayFigures[]> {
  return tx.query<DayFigures>(
    `select d.day, (select count(*) from daily_bar b where b.trade_date = d.day) as bars, listed.expected, listed.arrived
     from unnest($1::date[]) as d(day)
     cross join lateral (
       select count(*) as expected, count(b.code) as arrived
       from stock s
       left join suspension x on x.trade_date = d.day and x.code = s.code and x.timing is null
       left join daily_bar b on b.trade_date = d.day and b.code = s.code
       where coalesce(s.list_date, s.first_bar_date) <= d.day and (s.delist_date is null or s.delist_date > d.day)
         and (x.code is null or b.code is not null)
         -- An old Beijing code has no bars: they are stored under the new one, which is counted too.
         and not exists (select from stock_code_change c where c.old_code = s.code)
     ) listed`,
    [days],
  );
}

interface Verdict {
  day: CalendarDay;
  expected: number;
  provisional: boolean;
  settledAt: Date | null;
  complete: boolean;
}

function judge(
  { day, bars, expected, arrived }: DayFigures,
  readings: readonly StoredReading[],
): { units: (StoredReading & { settled: boolean })[]; verdict: Verdict | undefined } {
  const enoughOf = ({ dataSet, rows }: StoredReading): boolean => {
    switch (dataSet) {
      case 'daily':
        return isEnough(arrived, expected);
      case 'suspend_d':
        return true;
      default:
        return isEnough(rows, bars);
    }
  };
  const units = readings.map((reading) => ({
    ...reading,
    settled: isSettled(reading, enoughOf(reading), reading.dataSet === 'daily'),
  }));
  const daily = units.find(({ dataSet }) => dataSet === 'daily');
  if (daily === undefined) return { units, verdict: undefined };
  const isThere = (dataSet: DaySet): boolean =>
    readings.some((reading) => reading.dataSet === dataSet && enoughOf(reading));
  return {
    units,
    verdict: {
      day,
      expected,
      provisional: isProvisional(day, daily.fetchedAt),
      settledAt: daily.settled ? daily.fetchedAt : null,
      complete: daily.settled && enoughOf(daily) && isThere('stk_limit') && isThere('adj_factor'),
    },
  };
}

async function storeSettledUnits(
  tx: SqlRunner,
  units: readonly { dataSet: DaySet; day: CalendarDay; settled: boolean }[],
): Promise<void> {
  await tx.query(
    `update market_sync_unit u set settled = given.settled
     from unnest($1::text[], $2::text[], $3::boolean[]) as given(data_set, unit_key, settled)
     where u.data_set = given.data_set and u.unit_key = given.unit_key and u.settled <> given.settled`,
    [units.map(({ dataSet }) => dataSet), units.map(({ day }) => day), units.map(({ settled }) => settled)],
  );
}

async function storeVerdicts(tx: SqlRunner, verdicts: readonly Verdict[]): Promise<boolean> {
  const [flipped] = await tx.query<{ any: boolean }>(
    `with given as (
       select * from unnest($1::date[], $2::integer[], $3::boolean[], $4::timestamptz[], $5::boolean[])
         as g(day, expected, provisional, settled_at, complete)
     ), before as (
       select m.trade_date from market_day m join given g on g.day = m.trade_date
       where g.complete and not (m.complete and m.settled_at is not null)
     ), judged as (
       update market_day m set expected = g.expected, provisional = g.provisional, settled_at = g.settled_at,
         complete = g.complete
       from given g where g.day = m.trade_date
     ), told as (
       select pg_notify($6, trade_date::text) from before
     )
     select (select count(*) from told) >= 0 and exists (
       select from market_day m join given g on g.day = m.trade_date where g.provisional <> m.provisional
     ) as any`,
    [
      verdicts.map(({ day }) => day),
      verdicts.map(({ expected }) => expected),
      verdicts.map(({ provisional }) => provisional),
      verdicts.map(({ settledAt }) => settledAt),
      verdicts.map(({ complete }) => complete),
      MARKET_DAY_COMPLETE_CHANNEL,
    ],
  );
  return flipped?.any === true;
}
