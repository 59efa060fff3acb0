import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';

export interface MarketTotals {
  source: StoredMarketSource;
  stocks: number;
  bars: number;
  from: CalendarDay | null;
  to: CalendarDay | null;
}

/** Counts of the whole market, with the error of the newest import if it failed. */
export async function selectMarketTotals(db: SqlRunner): Promise<MarketTotals & { importError: string | null }> {
  const [row] = await db.query<MarketTotals & { importError: string | null }>(`
    select source, bars_from as "from", bars_to as "to",
           (select count(*) from stock) as stocks,
           (select coalesce(sum(bars), 0)::bigint from market_day) as bars,
           (select error from market_import where status <> 'running' order by id desc limit 1) as "importError"
    from market_state`);
  if (row === undefined) throw new Error('market_state has no row');
  return row;
}

export async function selectDaysWithBars(db: SqlRunner): Promise<CalendarDay[]> {
  const days = await db.query<{ day: CalendarDay }>('select trade_date as day from market_day');
  return days.map(({ day }) => day);
}
