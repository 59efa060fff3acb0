import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { NeighbourDay } from '../domain/check-package';

/** Which of the days have a stored package: its stocks and its total amount in fen. */
export function selectNeighbourDays(db: SqlRunner, days: readonly CalendarDay[]): Promise<NeighbourDay[]> {
  return db.query<NeighbourDay>(
    `select trade_date as day, rows as stocks, total from market_sync_unit
     where data_set = 'day_package' and state in ('stored', 'fetched') and trade_date = any($1::date[])`,
    [days],
  );
}

/** Codes with their exchanges: the stocks that the newest stored day lists. */
export function selectListedStocks(db: SqlRunner): Promise<{ code: string; exchange: 'SSE' | 'SZSE' | 'BSE' }[]> {
  return db.query(
    `select code, exchange from stock where delist_date is null and first_bar_date is not null order by code`,
  );
}
