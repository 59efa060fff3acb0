import { Module } from '@nestjs/common';
import { UploadsModule } from '#lib/uploads';
import { BarSeriesService } from './bars/bar-series.service';
import { StockBarsService } from './bars/stock-bars.service';
import { StockChartsService } from './bars/stock-charts.service';
import { MarketImporter } from './import/market-importer';
import { MarketFolderService } from './market-folder.service';
import { MarketImportsService } from './market-imports.service';
import { MarketLoadHooks } from './market-load-hooks';
import { MarketStateService } from './market-state.service';
import { StocksService } from './stocks/stocks.service';
import { TradingCalendarService } from './trading-calendar.service';

const SERVICES = [
  MarketLoadHooks,
  MarketStateService,
  TradingCalendarService,
  MarketImporter,
  MarketImportsService,
  StockBarsService,
  MarketFolderService,
  StockChartsService,
  BarSeriesService,
  StocksService,
];

/** Needs the global settings (with their Clock) and database modules. */
@Module({ imports: [UploadsModule], providers: SERVICES, exports: SERVICES })
export class MarketDataModule {}
