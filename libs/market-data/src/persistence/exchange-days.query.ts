import type { SqlRunner } from '#lib/database';
import type { ExchangeDay } from '../domain/trading-calendar';

/** Imported and synced days, oldest first; the program knows the published ones by itself. */
export function selectExchangeDays(db: SqlRunner): Promise<ExchangeDay[]> {
  return db.query<ExchangeDay>('select trade_date as day, is_open as "isOpen" from exchange_day order by trade_date');
}
