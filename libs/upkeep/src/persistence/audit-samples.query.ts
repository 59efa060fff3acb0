import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { type Board, type DayFacts, notProvisional } from '#lib/market-data';
import type { VolumeBar } from '../domain/plain-low-volume';

/** Another sample each day, the same one on a day. `$2` is the day. */
const SAMPLED = (code: string): string => `md5(${code} || $2::date::text)`;

/** Codes of stocks that have traded lately. */
export async function sampleCodes(db: SqlRunner, today: CalendarDay, count: number): Promise<string[]> {
  const rows = await db.query<{ code: string }>(
    `select code from stock where last_bar_date >= $2::date - 60 order by ${SAMPLED('code')} limit $1`,
    [count, today],
  );
  return rows.map(({ code }) => code).sort();
}

/** Final bars of a stock in a span, both days included. */
export async function selectVolumes(
  db: SqlRunner,
  code: string,
  span: { from: CalendarDay; to: CalendarDay },
): Promise<VolumeBar[]> {
  return db.query(
    `select b.trade_date as day, b.volume from daily_bar b
     where b.code = $1 and b.trade_date between $2 and $3 and ${notProvisional('b')}`,
    [code, span.from, span.to],
  );
}

export interface LimitSample {
  code: string;
  board: Board;
  facts: DayFacts;
}

/** Bars with the vendor's limit prices of stocks that are past their first days, and whose special treatment is known. */
export async function sampleVendorLimits(db: SqlRunner, today: CalendarDay, count: number): Promise<LimitSample[]> {
  return db.query(
    `select b.code, s.board, json_build_object('tradeDate', b.trade_date, 'high', b.high, 'low', b.low, 'close', b.close,
       'previousClose', b.pre_close, 'vendorLimitUp', b.up_limit, 'vendorLimitDown', b.down_limit, 'isSt', b.is_st,
       'name', s.name) as facts
     from daily_bar b join stock s on s.code = b.code
     where b.trade_date >= (select max(trade_date) - 10 from market_day) and b.up_limit is not null and b.up_limit < 10000
       and b.down_limit is not null and b.pre_close is not null and b.is_st is not null
       and s.list_date < b.trade_date - 60 and (s.delist_date is null or s.delist_date > b.trade_date + 60)
     order by ${SAMPLED('b.code')}, b.trade_date limit $1`,
    [count, today],
  );
}

export interface StoredChips {
  code: string;
  tradeDate: CalendarDay;
  cost5: number;
  cost50: number;
  cost95: number;
  winnerRate: number;
  concentration90: number;
}

/** Cached distributions of the model on the present data. */
export async function sampleChips(
  db: SqlRunner,
  source: string,
  today: CalendarDay,
  count: number,
): Promise<StoredChips[]> {
  return db.query(
    `select c.code, c.trade_date as "tradeDate", c.cost5, c.cost50, c.cost95, c.winner_rate as "winnerRate", c.concentration90
     from chip_distribution c
     where c.source = $3 and c.data_version = (select data_version from market_state)
     order by ${SAMPLED('c.code')} limit $1`,
    [count, today, source],
  );
}

/** Tables that are missing, indexes that are not valid and constraints that were never checked. */
export async function selectSchemaErrors(db: SqlRunner, tables: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ fault: string }>(
    `select 'table ' || t || ' is missing' as fault from unnest($1::text[]) as t where to_regclass(t) is null
     union all
     select 'index ' || i.indexrelid::regclass || ' is not valid' from pg_index i
     where i.indrelid = any (array(select to_regclass(t) from unnest($1::text[]) as t)) and not i.indisvalid
     union all
     select 'constraint ' || c.conname || ' was never checked' from pg_constraint c
     where c.conrelid = any (array(select to_regclass(t) from unnest($1::text[]) as t)) and not c.convalidated
     order by 1`,
    [tables],
  );
  return rows.map(({ fault }) => fault);
}
