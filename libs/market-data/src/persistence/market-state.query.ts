import { prepareStatement } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { StoredMarketSource } from './market-source';

export interface MarketStateRow {
  source: StoredMarketSource;
  /** Rises with every change of bars, stocks or calendar. */
  dataVersion: number;
  barsFrom: CalendarDay | null;
  barsTo: CalendarDay | null;
}

export const READ_MARKET_STATE = prepareStatement<MarketStateRow>(
  'read_market_state',
  `select source, data_version as "dataVersion", bars_from as "barsFrom", bars_to as "barsTo" from market_state`,
);

/** Where the stored market comes from, as a value within another statement. */
export const SELECT_MARKET_SOURCE = '(select source from market_state)';

/** Not prepared: the units that it looks through grow by the thousand while a market is read. */
export const MARKET_REVISION = `
  select concat_ws('-', data_version, (extract(epoch from updated_at) * 1000000)::bigint,
    (select max(trade_date) from market_sync_unit
      where data_set = 'adj_factor' and stored_at is not null and rows > 0)) as revision
  from market_state`;
