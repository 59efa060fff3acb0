export { MARKET_SOURCE_ENTITIES, MARKET_SOURCE_MIGRATIONS } from './persistence/market-source-tables';
export { MarketSourceModule } from './market-source.module';
export { MarketSourceService, SOURCE_SETTERS } from './market-source.service';
export type { MarketSourceRequest, MarketSourceView } from './market-source.service';
