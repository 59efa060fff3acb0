import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { chainChanges, type MarketLevels } from './domain/market-level';
import {
  selectMarketChanges,
  selectMarketChangeVersion,
  selectNewestDays,
  storeMarketChanges,
} from './persistence/market-change.query';

/** Days that {@link MarketLevelsService.newest} shows at most. */
export const MOST_MARKET_LEVELS = 750;

/** How the market as a whole went: what charts compare a stock with. */
@Injectable()
export class MarketLevelsService {
  constructor(private readonly db: Database) {}

  /**
   * Measures the days that {@link newest} can show and nobody has measured since their bars changed, 40 in a transaction.
   * @returns how many days were measured.
   */
  async measure(): Promise<number> {
    const span = await selectNewestDays(this.db, MOST_MARKET_LEVELS);
    return span === undefined ? 0 : storeMarketChanges(this.db, span.from, span.to);
  }

  /** Changes with what {@link newest} shows of the same market data: days are measured after their bars are stored. */
  version(): Promise<string> {
    return selectMarketChangeVersion(this.db);
  }

  /**
   * The market's median change and its index on those of the newest `count` days with bars that are measured; see
   * {@link chainChanges}. A change is the close against the exchange's previous close, which is the one after an ex-right.
   */
  async newest(count: number): Promise<MarketLevels> {
    const span = await selectNewestDays(this.db, count);
    if (span === undefined) return chainChanges([]);
    return chainChanges(await selectMarketChanges(this.db, span.from, span.to));
  }
}
