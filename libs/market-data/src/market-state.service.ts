import { Injectable } from '@nestjs/common';
import { Database, type SqlRunner } from '#lib/database';
import { MARKET_REVISION, type MarketStateRow, READ_MARKET_STATE } from './persistence/market-state.query';

/** The one row that says which market the database holds, from when to when. */
@Injectable()
export class MarketStateService {
  constructor(private readonly database: Database) {}

  read(): Promise<MarketStateRow> {
    return readState(this.database);
  }

  /** As {@link read}, to be shown with other {@link Database.reads}: of the same age as they are. */
  readShown(): Promise<MarketStateRow> {
    return readState(this.database.reads);
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

  /** As {@link revision}, before other {@link Database.reads} of a request: what they read is of it, or newer. */
  revisionShown(): Promise<string> {
    return this.revision(this.database.reads);
  }
}

async function readState(runner: SqlRunner): Promise<MarketStateRow> {
  const [state] = await runner.query(READ_MARKET_STATE);
  if (state === undefined) throw new Error('market_state has no row');
  return state;
}
