import { Inject, Injectable } from '@nestjs/common';
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
  constructor(@Inject(Database) private readonly database: Database) {}

  async read(): Promise<MarketStateRow> {
    const [state] = await this.database.query<MarketStateRow>(`
      select source, data_version as "dataVersion", bars_from as "barsFrom", bars_to as "barsTo" from market_state`);
    if (state === undefined) throw new Error('market_state has no row');
    return state;
  }
}
