export { BarSeriesService } from './bars/bar-series.service';
export type { BarSeriesOfStock } from './bars/bar-series.service';
export { CHART_PRICE_BASES, CHART_SHARE_BASES, StockChartsService } from './bars/stock-charts.service';
export type { ChartBasis, StockChart } from './bars/stock-charts.service';
export { BAR_SOURCES, barSourceNo } from './domain/bar-source';
export type { BarSource } from './domain/bar-source';
export { settledThrough } from './bars/settled-through';
export { StockBarsService } from './bars/stock-bars.service';
export { ChipCacheService } from './chips/chip-cache.service';
export type { FreshChips } from './chips/chip-cache.service';
export { CHIP_WARNING_REASONS } from './chips/chip-row';
export type { ChipRow, ChipWarning, ChipWarningReason } from './chips/chip-row';
export { ChipViewsService } from './chips/chip-views.service';
export type { ChipView } from './chips/chip-views.service';
export { DemoMarketService } from './demo-market.service';
export type { DemoGrowth } from './demo-market.service';
export type { AdjustedBar, TradedBar } from './domain/adjusted-bar';
export { APPLIED_ADJUSTMENTS, COMPARISON_BASES, StockAdjustments } from './domain/stock-adjustments';
export type {
  AdjustmentFacts,
  AppliedAdjustment,
  ComparisonBasis,
  DatedFactor,
  EntryComparison,
} from './domain/stock-adjustments';
export { estimatedCap } from './persistence/estimated-cap';
export { readStockAdjustments } from './persistence/stock-adjustments.query';
export type { Bar as DemoBar } from './domain/bar';
export { createDemoMarket, DEMO_EPOCH } from './domain/demo/create-demo-market';
export type { DemoMarket, DemoStock } from './domain/demo-market';
export { lastFinalDay } from './domain/final-day';
export { coverageOf, windowUpTo } from './domain/chips/chip-bars';
export type { BarSpan, ChipBars } from './domain/chips/chip-bars';
export { figuresOf } from './domain/chips/chip-grid';
export type { ChipFigures, ChipGrid } from './domain/chips/chip-grid';
export { eastmoneyChips } from './domain/chips/eastmoney-chips';
export { fullHistoryChips } from './domain/chips/full-history-chips';
export { MarketChips } from './domain/chips/market-chips';
export { ADJUSTMENTS, BAR_PERIODS } from './domain/bar-period';
export type { Adjustment, BarPeriod, ChartBar } from './domain/bar-period';
export { capErrorPctOf } from './domain/cap-error';
export type { CapWitness } from './domain/cap-error';
export {
  closedAtLimitUp,
  DAY_LOCKS,
  LIMIT_UP_BASES,
  limitDownOf,
  limitUpBasisOf,
  limitUpOf,
  lockOf,
  withReferenceClose,
} from './domain/day-lock';
export type { DayFacts, DayLock, LimitUpBasis } from './domain/day-lock';
export { marketNotices } from './domain/market-notices';
export { fenOf, limitPercent, priceLimitOf } from './domain/price-limit';
export type { PriceLimit, PriceLimitCase } from './domain/price-limit';
export { MARKET_FORMATS } from './domain/formats/market-format';
export type { MarketFormat } from './domain/formats/market-format';
export { BOARDS, EXCHANGES } from './domain/stock-code';
export type { Board, Exchange } from './domain/stock-code';
export { TradingCalendar } from './domain/trading-calendar';
export type { ExchangeDay } from './domain/trading-calendar';
export { MarketImporter } from './import/market-importer';
export type { ImportRequest } from './import/market-importer';
export type { BarCounts, ImportProgress, ImportReport, RefusedFile, SkippedFile } from './import/import-report';
export { formerCodeOf, todaysCode, todaysCodes } from './persistence/code-changes.query';
export { capIsEstimated, nameOfSource } from './persistence/bar-source-names';
export { notProvisional } from './import/provisional-bars';
export { refreshStockFigures } from './import/stock-figures';
export { storeVendorShareChanges } from './import/share-changes';
export { MARKET_DATA_JOBS } from './jobs/market-data-jobs';
export { growDemoMarketJob, GrowDemoMarketPayload } from './jobs/grow-demo-market.job';
export type { GrowDemoMarketResult } from './jobs/grow-demo-market.job';
export { importMarketJob, ImportMarketPayload } from './jobs/import-market.job';
export type { ImportMarketResult } from './jobs/import-market.job';
export { MarketImportsService } from './market-imports.service';
export type { UploadedMarketFile } from './market-imports.service';
export { MARKET_IMPORT_STATUSES } from './persistence/market-import.entity';
export type { MarketImportStatus } from './persistence/market-import.entity';
export type { MarketImportDetail, MarketImportView } from './persistence/market-imports.query';
export { MarketDataModule } from './market-data.module';
export { fillStockSearch, MarketBackfill } from './market-backfill';
export { passBarsGate } from './bars-gate';
export { MarketLoadHooks } from './market-load-hooks';
export type { MarketLoadHook } from './market-load-hooks';
export { MarketStateService } from './market-state.service';
export { STORED_MARKET_SOURCES } from './persistence/market-source';
export type { StoredMarketSource } from './persistence/market-source';
export type { MarketStateRow } from './persistence/market-state.query';
export { MarketWatchService } from './market-watch.service';
export type { MarketFigures } from './market-watch.service';
export { DATA_SET_ERROR_KINDS, MarketStatusService } from './market-status.service';
export type { CoveredDataSet, DataSetError, MarketStatusReport } from './market-status.service';
export { StocksService } from './stocks/stocks.service';
export { STOCK_MATCHES } from './persistence/stocks.query';
export type { FoundStock, NameOfStock, StockDetail } from './persistence/stocks.query';
export { TradingCalendarService } from './trading-calendar.service';
export { CallBudget } from './tushare/call-budget';
export type { CallLimits, ClosedBudget } from './tushare/call-budget';
export { readAdjustmentFactors } from './tushare/readers/adjustment-factors';
export type { AdjustmentFactor } from './tushare/readers/adjustment-factors';
export { readBseCodeChanges } from './tushare/readers/bse-code-changes';
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
export type { ReportFields, Statement, StockReport } from './tushare/readers/stock-report';
export { readStockReports, WHOLE_MARKET_STATEMENTS } from './tushare/readers/stock-reports';
export type { ReportScope } from './tushare/readers/stock-reports';
export { readSuspensions } from './tushare/readers/suspensions';
export type { Suspension } from './tushare/readers/suspensions';
export { Tushare, TushareFault } from './tushare/tushare';
export type { TushareAnswer, TushareFaultKind, TushareRow } from './tushare/tushare';
export { FINAL_FROM, latestDayPast, REPAIR_AT, SYNC_AT } from './domain/sync/data-clock';
export { readMarketFilesJob, ReadMarketFilesPayload } from './jobs/read-market-files.job';
export type { ReadMarketFilesResult } from './jobs/read-market-files.job';
export { MarketFolderService } from './market-folder.service';
export { syncMarketJob, SyncMarketPayload } from './jobs/sync-market.job';
export type { SyncMarketResult } from './jobs/sync-market.job';
export { SYNC_STATUSES } from './persistence/market-sync.entity';
export type { SyncStatus } from './persistence/market-sync.entity';
export type { SyncView } from './persistence/market-syncs.query';
export { SYNC_KINDS } from './sync/sync-data-sets';
export type { SyncKind } from './sync/sync-data-sets';
export { MARKET_DAY_COMPLETE_CHANNEL } from './sync/judge-days';
export { DAY_STATES } from './domain/sync/day-fullness';
export type { DayFullness, DayState } from './domain/sync/day-fullness';
export { MarketCalendarService } from './sync/market-calendar.service';
export { MarketCoverageService } from './sync/market-coverage.service';
export type { MarketCoverageReport } from './sync/market-coverage.service';
export { MarketDaysService } from './sync/market-days.service';
export type { DaysReport } from './sync/market-days.service';
export type { SyncContext } from './sync/market-sync-run';
export { MarketSyncRunnerService } from './sync/market-sync-runner.service';
export { MarketSyncsService } from './sync/market-syncs.service';
export { TushareHttp } from './tushare/tushare-http';
export type { TushareHttpSettings } from './tushare/tushare-http';
export { MARKET_DATA_ENTITIES, MARKET_DATA_MIGRATIONS } from './persistence/market-data-tables';
export { MARKET_RETENTION } from './persistence/market-retention';
