import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';

/** Codes that traded on the market's last final day, in order. */
export async function selectTradedCodes(db: SqlRunner): Promise<string[]> {
  const rows = await db.query<{ code: string }>(`
    select code from stock_figures
    where latest_trade_date = (select max(trade_date) from market_day where not provisional) order by code`);
  return rows.map(({ code }) => code);
}

/** Locks the market's row until the end of the transaction. */
export async function lockChipSource(
  tx: SqlRunner,
): Promise<{ dataVersion: number; chipSource: string | null } | undefined> {
  const [market] = await tx.query<{ dataVersion: number; chipSource: string | null }>(
    'select data_version as "dataVersion", chip_source as "chipSource" from market_state for update',
  );
  return market;
}

export async function storeChipSource(tx: SqlRunner, source: string): Promise<void> {
  await tx.query('update market_state set chip_source = $1', [source]);
}

export interface NamedStock {
  name: string | null;
  marketSource: StoredMarketSource;
}

/** Undefined for an unknown code. */
export async function selectNamedStock(db: SqlRunner, code: string): Promise<NamedStock | undefined> {
  const [stock] = await db.query<NamedStock>(
    'select s.name, m.source as "marketSource" from stock s cross join market_state m where s.code = $1',
    [code],
  );
  return stock;
}

export interface NewestDays {
  /** The day of each stock's newest bar. */
  own: Map<string, CalendarDay>;
  /** The market's last two days, newest first. */
  market: CalendarDay[];
  /** The market's day before each day that is somebody's newest. */
  before: Map<CalendarDay, CalendarDay>;
}

export async function selectNewestDays(runner: SqlRunner, codes: readonly string[]): Promise<NewestDays> {
  const rows = await runner.query<{ code: string; day: CalendarDay; before: CalendarDay | null }>(
    `select f.code, f.latest_trade_date as day,
       (select max(m.trade_date) from market_day m where m.trade_date < f.latest_trade_date) as before
     from stock_figures f where f.code = any($1)`,
    [codes],
  );
  const market = await runner.query<{ day: CalendarDay }>(
    'select trade_date as day from market_day where not provisional order by trade_date desc limit 2',
  );
  return {
    own: new Map(rows.map(({ code, day }) => [code, day])),
    market: market.map(({ day }) => day),
    before: new Map(rows.flatMap(({ day, before }) => (before === null ? [] : [[day, before]]))),
  };
}
