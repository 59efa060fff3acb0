import { CreateMarketSourceChoice1770000000050 } from './1770000000050-create-market-source-choice';
import { MarketSourceChoice } from './market-source-choice.entity';

export const MARKET_SOURCE_ENTITIES = [MarketSourceChoice];

export const MARKET_SOURCE_MIGRATIONS = [CreateMarketSourceChoice1770000000050];
