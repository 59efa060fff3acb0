import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { chainChanges, type MarketLevels } from './domain/market-level';
import { selectMarketChanges, selectNewestDays, storeMarketChanges } from './persistence/market-change.query';

/** How the market as a whole went: what charts compare a stock with. */
@Injectable()
export class MarketLevelsService {
  constructor(private readonly db: Database) {}

  /**
   * The market's median change and its index on the newest `count` days with bars; see {@link chainChanges}. A change is the
   * close against the exchange's previous close, which is the one after an ex-right. Days that nobody has measured yet are
   * computed and stored first, as a fill does. Empty without bars.
   */
  async newest(count: number): Promise<MarketLevels> {
    const span = await selectNewestDays(this.db, count);
    if (span === undefined) return chainChanges([]);
    await storeMarketChanges(this.db, span.from, span.to);
    return chainChanges(await selectMarketChanges(this.db, span.from, span.to));
  }
}
