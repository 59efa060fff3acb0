import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from '#lib/market-data';

export interface MarketWatchRow {
  source: StoredMarketSource;
  barsTo: CalendarDay | null;
  failedSyncsLastDay: number;
  vendorFaults: { fault: string; units: number }[];
}

/** The market's state, and what went wrong in its syncs, in one statement. */
export async function selectMarketWatch(db: SqlRunner): Promise<MarketWatchRow> {
  const [row] = await db.query<MarketWatchRow>(
    `select source, bars_to as "barsTo",
       (select count(*) from market_sync
        where status = 'failed' and finished_at > now() - interval '1 day') as "failedSyncsLastDay",
       (select coalesce(json_agg(failed), '[]') from (
          select fault, count(*) as units from market_sync_unit
          where state in ('failed', 'denied') and fault is not null group by fault order by fault
        ) failed) as "vendorFaults"
     from market_state`,
  );
  if (row === undefined) throw new Error('market_state has no row');
  return row;
}
