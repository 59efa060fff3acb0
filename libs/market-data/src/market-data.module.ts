import { Module } from '@nestjs/common';
import { BarSeries } from './bars/bar-series.service';
import { StockBars } from './bars/stock-bars.service';
import { ChipCache } from './chips/chip-cache.service';
import { ChipViews } from './chips/chip-views.service';
import { StockCharts } from './bars/stock-charts.service';
import { Stocks } from './stocks/stocks.service';
import { DemoMarketService } from './demo-market.service';
import { MarketImporter } from './import/market-importer';
import { MarketImports } from './market-imports.service';
import { MarketFolder } from './market-folder.service';
import { MarketLoadHooks } from './market-load-hooks';
import { MarketState } from './market-state.service';
import { MarketWatch } from './market-watch.service';
import { MarketStatus } from './market-status.service';
import { MarketCoverage } from './sync/market-coverage.service';
import { MarketCalendar } from './sync/market-calendar.service';
import { MarketDays } from './sync/market-days.service';
import { MarketSyncRunner } from './sync/market-sync-runner.service';
import { MarketSyncs } from './sync/market-syncs.service';
import { TradingCalendarService } from './trading-calendar.service';
import { UploadsModule } from '#lib/uploads';
import { tushareProvider } from './tushare/tushare-provider';

const SERVICES = [
  MarketLoadHooks,
  MarketState,
  TradingCalendarService,
  MarketStatus,
  MarketWatch,
  MarketImporter,
  MarketImports,
  DemoMarketService,
  StockBars,
  ChipCache,
  ChipViews,
  tushareProvider,
  MarketCalendar,
  MarketDays,
  MarketFolder,
  MarketCoverage,
  MarketSyncs,
  MarketSyncRunner,
  StockCharts,
  BarSeries,
  Stocks,
];

/** Needs the global settings (with their Clock) and database modules. */
@Module({
  imports: [UploadsModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class MarketDataModule {}
