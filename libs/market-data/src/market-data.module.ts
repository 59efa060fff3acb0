import { Module } from '@nestjs/common';
import { StockBars } from './bars/stock-bars.service';
import { StockCharts } from './bars/stock-charts.service';
import { Stocks } from './stocks/stocks.service';
import { DemoMarketService } from './demo-market.service';
import { MarketImporter } from './import/market-importer';
import { MarketLoadHooks } from './market-load-hooks';
import { MarketState } from './market-state.service';
import { MarketStatus } from './market-status.service';
import { TradingCalendarService } from './trading-calendar.service';

/** Needs the global DatabaseModule and a provider of Clock. */
@Module({
  providers: [
    MarketLoadHooks,
    MarketState,
    TradingCalendarService,
    MarketStatus,
    MarketImporter,
    DemoMarketService,
    StockBars,
    StockCharts,
    Stocks,
  ],
  exports: [
    MarketLoadHooks,
    MarketState,
    TradingCalendarService,
    MarketStatus,
    MarketImporter,
    DemoMarketService,
    StockBars,
    StockCharts,
    Stocks,
  ],
})
export class MarketDataModule {}
