import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import { MARKET_REVISION, type MarketStateRow, READ_MARKET_STATE } from './persistence/market-state.query';

/** The one row that says which market the database holds, from when to when. */
@Injectable()
export class MarketStateService {
  constructor(private readonly database: Database) {}

  async read(): Promise<MarketStateRow> {
    const [state] = await this.database.query(READ_MARKET_STATE);
    if (state === undefined) throw new Error('market_state has no row');
    return state;
  }

  /**
   * A text that is another one after every change that a reader of bars can see: the data version, when it rose (a restored
   * backup may bring an old version again), and the day through which a vendor's factors are known, which moves without it
   * where a day's factors are those of the day before.
   */
  async revision(runner: SqlRunner = this.database): Promise<string> {
    const [state] = await runner.query<{ revision: string }>(MARKET_REVISION);
    if (state === undefined) throw new Error('market_state has no row');
    return state.revision;
  }
}
