import type { VendorErrorReason } from '#lib/market-data';
import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { STORED_SET_NAMES } from '../domain/stored-data-set';

/** What the units hold of one data set. */
export interface SyncedSet {
  name: string;
  from: CalendarDay | null;
  to: CalendarDay | null;
  /** Days that were stored, of data sets that come by day. */
  days: CalendarDay[];
  fault: VendorErrorReason | null;
  message: string | null;
}

/** Data sets that a sync has requested, with the newest fault of each that still stands; the kinds of reports are one. */
export function selectSyncedSets(db: SqlRunner): Promise<SyncedSet[]> {
  return db.query<SyncedSet>(
    `
    with unit as (
      select case when data_set = any($1::text[]) then data_set else 'reports' end as name, u.*
      from market_sync_unit u
    )
    select name,
      min(trade_date) filter (where stored_at is not null) as "from",
      max(trade_date) filter (where stored_at is not null) as "to",
      coalesce(array_agg(trade_date) filter (where stored_at is not null and trade_date is not null), '{}') as days,
      (array_agg(fault order by noted_at desc) filter (where fault is not null))[1] as fault,
      (array_agg(fault_message order by noted_at desc) filter (where fault is not null))[1] as message
    from unit group by name order by name`,
    [STORED_SET_NAMES],
  );
}
