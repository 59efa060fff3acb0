import { CreateMarketSync1764200000000 } from './1764200000000-create-market-sync';
import { IndexFaultyUnits1766000000120 } from './1766000000120-index-faulty-units';
import { TakeDayPackages1770000000010 } from './1770000000010-take-day-packages';
import { KeepExRights1770000000030 } from './1770000000030-keep-ex-rights';
import { CreateMoneyFlow1770000000095 } from './1770000000095-create-money-flow';
import { MarketSync } from './market-sync.entity';

export const MARKET_SYNC_ENTITIES = [MarketSync];

export const MARKET_SYNC_MIGRATIONS = [
  CreateMarketSync1764200000000,
  IndexFaultyUnits1766000000120,
  TakeDayPackages1770000000010,
  KeepExRights1770000000030,
  CreateMoneyFlow1770000000095,
];
