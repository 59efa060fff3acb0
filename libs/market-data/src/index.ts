export { StockBars } from './bars/stock-bars.service';
export { DemoMarketService } from './demo-market.service';
export type { DemoGrowth } from './demo-market.service';
export type { AdjustedBar, DatedFactor, TradedBar } from './domain/adjusted-bar';
export type { Bar as DemoBar } from './domain/bar';
export { createDemoMarket, DEMO_EPOCH } from './domain/demo/create-demo-market';
export type { DemoMarket, DemoStock } from './domain/demo-market';
export { marketNotices } from './domain/market-notices';
export { fenOf, limitPercent, priceLimitOf } from './domain/price-limit';
export type { PriceLimit, PriceLimitCase } from './domain/price-limit';
export { MARKET_FORMATS } from './domain/formats/market-format';
export type { MarketFormat } from './domain/formats/market-format';
export type { Board, Exchange } from './domain/stock-code';
export { TradingCalendar } from './domain/trading-calendar';
export type { ExchangeDay } from './domain/trading-calendar';
export { MarketImporter } from './import/market-importer';
export type { ImportRequest } from './import/market-importer';
export type { BarCounts, ImportProgress, ImportReport, RefusedFile, SkippedFile } from './import/import-report';
export { refreshStockFigures } from './import/stock-figures';
export { growDemoMarketJob, GrowDemoMarketPayload } from './jobs/grow-demo-market.job';
export type { GrowDemoMarketResult } from './jobs/grow-demo-market.job';
export { MarketDataModule } from './market-data.module';
export { MarketLoadHooks } from './market-load-hooks';
export type { MarketLoadHook } from './market-load-hooks';
export { MarketState } from './market-state.service';
export type { MarketStateRow, StoredMarketSource } from './market-state.service';
export { MarketStatus } from './market-status.service';
export type { MarketStatusReport } from './market-status.service';
export { CreateMarketData1763600000300 } from './persistence/1763600000300-create-market-data';
export { CreatePriceBreaks1763700000050 } from './persistence/1763700000050-create-price-breaks';
export { CreateMarketDetails1764000000000 } from './persistence/1764000000000-create-market-details';
export { CreateTushareBudget1764100000000 } from './persistence/1764100000000-create-tushare-budget';
export { TradingCalendarService } from './trading-calendar.service';
export { CallBudget } from './tushare/call-budget';
export type { CallLimits, ClosedBudget } from './tushare/call-budget';
export { readAdjustmentFactors } from './tushare/readers/adjustment-factors';
export type { AdjustmentFactor } from './tushare/readers/adjustment-factors';
export { bseCodeChangesOf, readBseCodeChanges } from './tushare/readers/bse-code-changes';
export type { BseCodeChange } from './tushare/readers/bse-code-changes';
export { readChipPerformances } from './tushare/readers/chip-performances';
export type { ChipPerformance } from './tushare/readers/chip-performances';
export { readDailyBars } from './tushare/readers/daily-bars';
export type { DailyBar } from './tushare/readers/daily-bars';
export { readDailyValuations } from './tushare/readers/daily-valuations';
export type { DailyValuation } from './tushare/readers/daily-valuations';
export type { TushareRead } from './tushare/readers/data-set';
export { readExchangeDays } from './tushare/readers/exchange-days';
export { readLimitPrices } from './tushare/readers/limit-prices';
export type { LimitPrices } from './tushare/readers/limit-prices';
export type { MarketSlice } from './tushare/readers/market-slice';
export { readStDays } from './tushare/readers/st-days';
export type { StDay } from './tushare/readers/st-days';
export { readStockListings } from './tushare/readers/stock-listings';
export type { ListingStatus, StockListing } from './tushare/readers/stock-listings';
export { isStName, readStockNames } from './tushare/readers/stock-names';
export type { StockName } from './tushare/readers/stock-names';
export { reportsAsOf } from './tushare/readers/stock-report';
export type { ReportFields, Statement, StockReport } from './tushare/readers/stock-report';
export { readStockReports, WHOLE_MARKET_STATEMENTS } from './tushare/readers/stock-reports';
export type { ReportScope } from './tushare/readers/stock-reports';
export { readSuspensions } from './tushare/readers/suspensions';
export type { Suspension } from './tushare/readers/suspensions';
export { Tushare, TushareFault } from './tushare/tushare';
export type { TushareAnswer, TushareFaultKind, TushareRow } from './tushare/tushare';
export {
  AGREE_MS,
  FINAL_FROM,
  isProvisional,
  latestDayPast,
  REPAIR_AT,
  shanghaiTime,
  SYNC_AT,
} from './domain/sync/data-clock';
export { notProvisional } from './import/stock-figures';
export { syncMarketJob, SyncMarketPayload } from './jobs/sync-market.job';
export type { SyncMarketResult } from './jobs/sync-market.job';
export { CreateMarketSync1764200000000 } from './persistence/1764200000000-create-market-sync';
export type { SyncView } from './persistence/market-syncs.query';
export { MARKET_DAY_COMPLETE_CHANNEL } from './sync/judge-days';
export { MarketCoverage } from './sync/market-coverage.service';
export type { MarketCoverageReport } from './sync/market-coverage.service';
export { MarketDays } from './sync/market-days.service';
export type { DaysReport } from './sync/market-days.service';
export type { SyncContext } from './sync/market-sync-run';
export { MarketSyncRunner } from './sync/market-sync-runner.service';
export { MarketSyncs } from './sync/market-syncs.service';
export { TushareHttp } from './tushare/tushare-http';
export type { TushareHttpSettings } from './tushare/tushare-http';
