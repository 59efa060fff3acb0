import type { SqlRunner } from '#lib/database';
import type { StoredProbeBar } from '../domain/probe';

/** The newest stored bars of a stock, newest first. */
export function selectNewestBars(db: SqlRunner, code: string, count: number): Promise<StoredProbeBar[]> {
  return db.query<StoredProbeBar>(
    'select trade_date as day, close, volume from daily_bar where code = $1 order by trade_date desc limit $2',
    [code, count],
  );
}
