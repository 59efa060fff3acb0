import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { NamedSpan } from '../domain/st-names';
import type { PlainBar } from '../domain/vendor-rows';

/** Old code → new code, of stocks whose exchange gave them another. */
export async function selectCodeChanges(tx: SqlRunner): Promise<Map<string, string>> {
  const rows = await tx.query<{ old: string; now: string }>(
    'select old_code as old, new_code as now from stock_code_change',
  );
  return new Map(rows.map(({ old, now }) => [old, now]));
}

export function selectNames(tx: SqlRunner): Promise<NamedSpan[]> {
  return tx.query<NamedSpan>('select code, name, from_date as "from", to_date as "to" from stock_name');
}

/** The name that each stock has now, by code. */
export async function selectStockNames(tx: SqlRunner): Promise<Map<string, string>> {
  const rows = await tx.query<{ code: string; name: string }>('select code, name from stock where name is not null');
  return new Map(rows.map(({ code, name }) => [code, name]));
}

export function selectBarsOfDays(tx: SqlRunner, days: readonly CalendarDay[]): Promise<PlainBar[]> {
  return tx.query<PlainBar>(
    `select code, trade_date as "tradeDate", open, high, low, close, pre_close as "preClose", volume, amount
     from daily_bar where trade_date = any($1::date[])`,
    [days],
  );
}

/** Days of a span whose data are complete, in no order. */
export async function selectCompleteDays(db: SqlRunner, from: CalendarDay, to: CalendarDay): Promise<CalendarDay[]> {
  const rows = await db.query<{ day: CalendarDay }>(
    'select trade_date as day from market_day where complete and trade_date between $1 and $2',
    [from, to],
  );
  return rows.map(({ day }) => day);
}
