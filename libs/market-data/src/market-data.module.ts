import { Module } from '@nestjs/common';
import { StockBars } from './bars/stock-bars.service';
import { DemoMarketService } from './demo-market.service';
import { MarketImporter } from './import/market-importer';
import { MarketFolder } from './market-folder.service';
import { MarketLoadHooks } from './market-load-hooks';
import { MarketState } from './market-state.service';
import { MarketStatus } from './market-status.service';
import { MarketCoverage } from './sync/market-coverage.service';
import { MarketDays } from './sync/market-days.service';
import { MarketSyncRunner } from './sync/market-sync-runner.service';
import { MarketSyncs } from './sync/market-syncs.service';
import { TradingCalendarService } from './trading-calendar.service';
import { tushareProvider } from './tushare/tushare-provider';

/** Needs the global settings (with their Clock) and database modules. */
@Module({
  providers: [
    MarketLoadHooks,
    MarketState,
    TradingCalendarService,
    MarketStatus,
    MarketImporter,
    DemoMarketService,
    StockBars,
    tushareProvider,
    MarketDays,
    MarketFolder,
    MarketCoverage,
    MarketSyncs,
    MarketSyncRunner,
  ],
  exports: [
    MarketLoadHooks,
    MarketState,
    TradingCalendarService,
    MarketStatus,
    MarketImporter,
    DemoMarketService,
    StockBars,
    tushareProvider,
    MarketDays,
    MarketFolder,
    MarketCoverage,
    MarketSyncs,
    MarketSyncRunner,
  ],
})
export class MarketDataModule {}
