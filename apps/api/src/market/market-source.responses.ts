import { MARKET_SOURCES, type MarketSource } from '#lib/config';
import { type MarketSourceView, SOURCE_SETTERS } from '#lib/market-source';
import { ApiEnum, ApiFlag, ApiInstant } from '../http';

export class MarketSourceResponse implements MarketSourceView {
  @ApiEnum(MARKET_SOURCES) source!: MarketSource;
  @ApiEnum(SOURCE_SETTERS, { description: 'MARKET_SOURCE of the environment wins over a stored choice' })
  setBy!: MarketSourceView['setBy'];
  @ApiFlag({ description: 'Whether a token of Tushare is known; it is never shown' }) tushareTokenSet!: boolean;
  @ApiInstant({ nullable: true, description: 'When an administrator chose last; null: never' })
  changedAt!: string | null;
}
