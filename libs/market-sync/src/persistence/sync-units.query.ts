import { type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { VendorError } from '#lib/market-data';
import { DAY_SETS, type DaySet, STOCK_SETS, type StockSet, type SyncDataSet } from '../domain/data-sets';
import { DATA_SETS, readStoredSets, toStoredName } from '../domain/stored-data-set';

/** What is known of one request to the vendor. */
export interface SyncUnit {
  dataSet: SyncDataSet;
  /** A day, a stock's code, or empty for the whole. */
  key: string;
  state: 'fetched' | 'stored' | 'failed' | 'denied';
  settled: boolean;
  rows: number;
  total: number;
  fetchedAt: Date | null;
  firstSameAt: Date | null;
  notedAt: Date;
  /** The sync that requested last, and how often it failed in it. */
  syncId: number | null;
  attempts: number;
  /** The reason of the newest failure; null if the newest request gave rows. */
  fault: string | null;
}

type UnitRow = Omit<SyncUnit, 'dataSet'> & { dataSet: string };

const UNIT_COLUMNS = `data_set as "dataSet", unit_key as key, state, settled, rows, total, fetched_at as "fetchedAt",
  first_same_at as "firstSameAt", noted_at as "notedAt", sync_id as "syncId", attempts, fault`;

/** Units of the day data sets from one day to another. */
export async function selectDayUnits(db: SqlRunner, from: CalendarDay, to: CalendarDay): Promise<SyncUnit[]> {
  const rows = await db.query<UnitRow>(
    `select ${UNIT_COLUMNS} from market_sync_unit where trade_date between $1 and $2`,
    [from, to],
  );
  return readStoredSets(rows, DATA_SETS);
}

export async function selectUnit(db: SqlRunner, dataSet: SyncDataSet, key: string): Promise<SyncUnit | undefined> {
  const rows = await db.query<UnitRow>(
    `select ${UNIT_COLUMNS} from market_sync_unit where data_set = $1 and unit_key = $2`,
    [toStoredName(dataSet), key],
  );
  return readStoredSets(rows, [dataSet])[0];
}

/** Data sets that the account was denied after an instant. */
export async function selectDenied(db: SqlRunner, after: Date): Promise<SyncDataSet[]> {
  const rows = await db.query<{ dataSet: string }>(
    `select distinct data_set as "dataSet" from market_sync_unit where state = 'denied' and noted_at > $1`,
    [after],
  );
  return readStoredSets(rows, DATA_SETS).map(({ dataSet }) => dataSet);
}

export interface FetchedDay {
  dataSet: DaySet;
  day: CalendarDay;
  rows: number;
  total: number;
  /** The rows, packed; a load unpacks and stores them. */
  content: Buffer;
  fetchedAt: Date;
  firstSameAt: Date;
  calls: number;
  syncId: number;
}

/** Keeps a day's rows until a load stores them. */
export async function saveDayRows(tx: SqlRunner, answer: FetchedDay): Promise<void> {
  await tx.query(
    `insert into market_sync_unit as known (data_set, unit_key, trade_date, state, rows, total, content, fetched_at,
       first_same_at, noted_at, sync_id, calls)
     values ($1, $2::date::text, $2::date, 'fetched', $3, $4, $5, $6, $7, $6, $8, $9)
     on conflict (data_set, unit_key) do update set state = 'fetched', rows = excluded.rows, total = excluded.total,
       content = excluded.content, fetched_at = excluded.fetched_at, first_same_at = excluded.first_same_at,
       noted_at = excluded.noted_at, sync_id = excluded.sync_id, calls = known.calls + excluded.calls, attempts = 0,
       fault = null, fault_message = null, fault_raw = null`,
    [
      toStoredName(answer.dataSet),
      answer.day,
      answer.rows,
      answer.total,
      answer.content,
      answer.fetchedAt,
      answer.firstSameAt,
      answer.syncId,
      answer.calls,
    ],
  );
}

/** Notes that rows without a day were stored, in the transaction that stores it. */
export async function saveStored(
  tx: SqlRunner,
  unit: { dataSet: SyncDataSet; key: string; rows: number; calls: number; at: Date; syncId: number },
): Promise<void> {
  await tx.query(
    `insert into market_sync_unit as known (data_set, unit_key, state, settled, rows, fetched_at, first_same_at, stored_at,
       noted_at, sync_id, calls)
     values ($1, $2, 'stored', true, $3, $4, $4, now(), $4, $5, $6)
     on conflict (data_set, unit_key) do update set state = 'stored', settled = true, rows = excluded.rows,
       fetched_at = excluded.fetched_at, stored_at = now(), noted_at = excluded.noted_at, sync_id = excluded.sync_id,
       calls = known.calls + excluded.calls, attempts = 0, fault = null, fault_message = null, fault_raw = null`,
    [toStoredName(unit.dataSet), unit.key, unit.rows, unit.at, unit.syncId, unit.calls],
  );
}

/** Keeps the rows of a stock until a load stores them. */
export async function saveStockRows(
  tx: SqlRunner,
  unit: { dataSet: StockSet; code: string; rows: number; content: Buffer; calls: number; at: Date; syncId: number },
): Promise<void> {
  await tx.query(
    `insert into market_sync_unit as known (data_set, unit_key, state, rows, content, fetched_at, first_same_at, noted_at,
       sync_id, calls)
     values ($1, $2, 'fetched', $3, $4, $5, $5, $5, $6, $7)
     on conflict (data_set, unit_key) do update set state = 'fetched', settled = false, rows = excluded.rows,
       content = excluded.content, fetched_at = excluded.fetched_at, first_same_at = excluded.first_same_at,
       noted_at = excluded.noted_at, sync_id = excluded.sync_id, calls = known.calls + excluded.calls, attempts = 0,
       fault = null, fault_message = null, fault_raw = null`,
    [toStoredName(unit.dataSet), unit.code, unit.rows, unit.content, unit.at, unit.syncId, unit.calls],
  );
}

export interface WaitingStock {
  dataSet: StockSet;
  code: string;
  content: Buffer;
  fetchedAt: Date;
}

/** Rows of stocks that wait for a load, at most those of `limit` stocks. */
export async function selectWaitingStocks(db: SqlRunner, limit: number): Promise<WaitingStock[]> {
  const rows = await db.query<Omit<WaitingStock, 'dataSet'> & { dataSet: string }>(
    `select data_set as "dataSet", unit_key as code, content, fetched_at as "fetchedAt"
     from market_sync_unit
     where state = 'fetched' and trade_date is null and data_set = any($1::text[]) order by data_set, unit_key limit $2`,
    [STOCK_SETS.map(toStoredName), limit],
  );
  return readStoredSets(rows, STOCK_SETS);
}

const LONGEST_RAW = 4000;

/** Notes why nothing came. What was stored before stays; a unit that waits for a load does too. */
export async function saveError(
  tx: SqlRunner,
  unit: { dataSet: SyncDataSet; key: string; day: CalendarDay | null; at: Date; syncId: number },
  error: VendorError,
): Promise<void> {
  const state = error.reason === 'permission' ? 'denied' : 'failed';
  await tx.query(
    `insert into market_sync_unit as known (data_set, unit_key, trade_date, state, noted_at, sync_id, attempts, calls, fault,
       fault_message, fault_raw)
     values ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10)
     on conflict (data_set, unit_key) do update set state = excluded.state, settled = false, content = null,
       noted_at = excluded.noted_at,
       attempts = case when known.sync_id = excluded.sync_id then known.attempts + 1 else 1 end,
       sync_id = excluded.sync_id, calls = known.calls + excluded.calls, fault = excluded.fault,
       fault_message = excluded.fault_message, fault_raw = excluded.fault_raw`,
    [
      toStoredName(unit.dataSet),
      unit.key,
      unit.day,
      state,
      unit.at,
      unit.syncId,
      error.calls,
      error.reason,
      error.message,
      // text takes no NUL
      error.raw?.replaceAll('\u0000', '').slice(0, LONGEST_RAW) ?? null,
    ],
  );
}

export interface WaitingDay {
  dataSet: DaySet;
  day: CalendarDay;
  content: Buffer;
  fetchedAt: Date;
  firstSameAt: Date;
  rows: number;
}

/** Rows that wait for a load, oldest days first: those of the first `days` days. */
export async function selectWaitingDays(db: SqlRunner, days: number): Promise<WaitingDay[]> {
  const rows = await db.query<Omit<WaitingDay, 'dataSet'> & { dataSet: string }>(
    `select data_set as "dataSet", trade_date as day, content, fetched_at as "fetchedAt", first_same_at as "firstSameAt", rows
     from market_sync_unit
     where state = 'fetched' and trade_date in (
       select trade_date from market_sync_unit where state = 'fetched' group by trade_date order by trade_date limit $1)
     order by trade_date, data_set`,
    [days],
  );
  return readStoredSets(rows, DAY_SETS);
}

/**
 * Marks days as stored, in the load's transaction.
 * @returns how many; fewer than given if another process stored or replaced one, and then the load must be undone.
 */
export function markStored(
  tx: SqlRunner,
  answers: readonly { dataSet: DaySet; day: CalendarDay; fetchedAt: Date }[],
): Promise<number> {
  return markUnits(
    tx,
    answers.map(({ dataSet, day, fetchedAt }) => ({ dataSet, key: day, fetchedAt })),
    false,
  );
}

/** As {@link markStored}, of stocks: their rows are settled. */
export function markStocksStored(tx: SqlRunner, stocks: readonly WaitingStock[]): Promise<number> {
  return markUnits(
    tx,
    stocks.map(({ dataSet, code, fetchedAt }) => ({ dataSet, key: code, fetchedAt })),
    true,
  );
}

async function markUnits(
  tx: SqlRunner,
  units: readonly { dataSet: SyncDataSet; key: string; fetchedAt: Date }[],
  settled: boolean,
): Promise<number> {
  const rows = await tx.query(
    `with marked as (
       update market_sync_unit u set state = 'stored', content = null, stored_at = now(), settled = $4
       from unnest($1::text[], $2::text[], $3::timestamptz[]) as given(data_set, unit_key, fetched_at)
       where u.data_set = given.data_set and u.unit_key = given.unit_key and u.fetched_at = given.fetched_at
         and u.state = 'fetched'
       returning 1
     ) select 1 from marked`,
    [
      units.map(({ dataSet }) => toStoredName(dataSet)),
      units.map(({ key }) => key),
      units.map(({ fetchedAt }) => fetchedAt),
      settled,
    ],
  );
  return rows.length;
}
