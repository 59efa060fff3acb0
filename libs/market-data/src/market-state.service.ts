import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';

export type StoredMarketSource = 'none' | 'demo' | 'files' | 'tushare';

export interface MarketStateRow {
  source: StoredMarketSource;
  /** Rises with every change of bars, stocks or calendar. */
  dataVersion: number;
  barsFrom: CalendarDay | null;
  barsTo: CalendarDay | null;
}

/** The one row that says which market the database holds, from when to when. */
@Injectable()
export class MarketState {
  constructor(private readonly database: Database) {}

  async read(): Promise<MarketStateRow> {
    const [state] = await this.database.query<MarketStateRow>(`
      select source, data_version as "dataVersion", bars_from as "barsFrom", bars_to as "barsTo" from market_state`);
    if (state === undefined) throw new Error('market_state has no row');
    return state;
  }

  /**
   * A text that is another one after every change that a reader of bars can see: the data version, when it rose (a restored
   * backup may bring an old version again), and the day through which a vendor's factors are known, which moves without it
   * where a day's factors are those of the day before.
   */
  async revision(): Promise<string> {
    const [state] = await this.database.query<{ revision: string }>(`
      select concat_ws('-', data_version, (extract(epoch from updated_at) * 1000000)::bigint,
        (select max(trade_date) from market_sync_unit
          where data_set = 'adj_factor' and stored_at is not null and rows > 0)) as revision
      from market_state`);
    if (state === undefined) throw new Error('market_state has no row');
    return state.revision;
  }
}
