import { Module } from '@nestjs/common';
import { BarSeriesService } from './bars/bar-series.service';
import { StockBarsService } from './bars/stock-bars.service';
import { ChipCacheService } from './chips/chip-cache.service';
import { ChipViewsService } from './chips/chip-views.service';
import { StockChartsService } from './bars/stock-charts.service';
import { StocksService } from './stocks/stocks.service';
import { DemoMarketService } from './demo-market.service';
import { MarketImporter } from './import/market-importer';
import { MarketImportsService } from './market-imports.service';
import { MarketFolderService } from './market-folder.service';
import { MarketLoadHooks } from './market-load-hooks';
import { MarketStateService } from './market-state.service';
import { MarketWatchService } from './market-watch.service';
import { MarketStatusService } from './market-status.service';
import { MarketCoverageService } from './sync/market-coverage.service';
import { MarketCalendarService } from './sync/market-calendar.service';
import { MarketDaysService } from './sync/market-days.service';
import { MarketSyncRunnerService } from './sync/market-sync-runner.service';
import { MarketSyncsService } from './sync/market-syncs.service';
import { TradingCalendarService } from './trading-calendar.service';
import { UploadsModule } from '#lib/uploads';
import { tushareProvider } from './tushare/tushare-provider';

const SERVICES = [
  MarketLoadHooks,
  MarketStateService,
  TradingCalendarService,
  MarketStatusService,
  MarketWatchService,
  MarketImporter,
  MarketImportsService,
  DemoMarketService,
  StockBarsService,
  ChipCacheService,
  ChipViewsService,
  tushareProvider,
  MarketCalendarService,
  MarketDaysService,
  MarketFolderService,
  MarketCoverageService,
  MarketSyncsService,
  MarketSyncRunnerService,
  StockChartsService,
  BarSeriesService,
  StocksService,
];

/** Needs the global settings (with their Clock) and database modules. */
@Module({
  imports: [UploadsModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class MarketDataModule {}
