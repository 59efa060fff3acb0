export { noteBarChange, selectBarVersion, selectFirstChangedDay } from './persistence/bar-changes.query';
export type { BarVersion } from './persistence/bar-changes.query';
export { passBarsGate } from './persistence/bars-gate.query';
export { BarSeriesService } from './bars/bar-series.service';
export type { BarSeriesOfStock } from './bars/bar-series.service';
export { settledThrough } from './persistence/settled-through.query';
export { StockBarsService } from './bars/stock-bars.service';
export { CHART_PRICE_BASES, CHART_SHARE_BASES, StockChartsService } from './bars/stock-charts.service';
export type { ChartBasis, StockChart } from './bars/stock-charts.service';
export { adjustBars } from './domain/adjusted-bar';
export type { AdjustedBar } from './domain/adjusted-bar';
export type { Bar } from './domain/bar';
export { ADJUSTMENTS, BAR_PERIODS, LIMIT_SIDES } from './domain/bar-period';
export type { Adjustment, BarPeriod, ChartBar, LimitSide } from './domain/bar-period';
export { BAR_SOURCES, barSourceNo } from './domain/bar-source';
export type { BarSource } from './domain/bar-source';
export { estimateCapErrorPct } from './domain/cap-error';
export type { CapWitness } from './domain/cap-error';
export {
  AGREE_MS,
  FINAL_FROM,
  REPAIR_AT,
  SYNC_AT,
  isProvisional,
  latestDayPast,
  shanghaiTime,
} from './domain/data-clock';
export {
  DAY_LOCKS,
  LIMIT_UP_BASES,
  NO_LIMIT,
  closedAtLimitUp,
  isNoLimit,
  findLimitDown,
  findLimitUpBasis,
  findLimitUp,
  findLock,
  withReferenceClose,
} from './domain/day-lock';
export type { DayFacts, DayLock, LimitUpBasis } from './domain/day-lock';
export { ESTIMATED_CAP } from './domain/estimated-cap';
export { lastFinalDay } from './domain/final-day';
export { VOLUME_BOUND } from './domain/formats/find-bar-error';
export { MARKET_FORMATS } from './domain/formats/market-format';
export type { MarketFormat } from './domain/formats/market-format';
export { marketNotices } from './domain/market-notices';
export { limitPercent, findPriceLimit } from './domain/price-limit';
export type { PriceLimit } from './domain/price-limit';
export { isStName } from './domain/st-name';
export { APPLIED_ADJUSTMENTS, COMPARISON_BASES, StockAdjustments } from './domain/stock-adjustments';
export type { AppliedAdjustment, ComparisonBasis, DatedFactor } from './domain/stock-adjustments';
export { BOARDS, EXCHANGES, classifyBareCode, readVendorCode } from './domain/stock-code';
export type { Board, Exchange, StockCode } from './domain/stock-code';
export { TradingCalendar } from './domain/trading-calendar';
export type { ExchangeDay } from './domain/trading-calendar';
export { VENDOR_ERROR_REASONS, VendorError } from './domain/vendor-error';
export type { VendorErrorReason } from './domain/vendor-error';
export type { VendorRead } from './domain/vendor-read';
export { BarStaging } from './persistence/bar-staging';
export type { BarCounts, ImportProgress, ImportReport, RefusedFile, SkippedFile } from './domain/import-report';
export { MarketImporter } from './import/market-importer';
export { withMarketLoad } from './import/market-load';
export type { MarketLoad } from './import/market-load';
export type { MergeCounts } from './persistence/merge-bars.query';
export { notProvisional } from './persistence/provisional-bars.query';
export type { Finality } from './persistence/provisional-bars.query';
export { requireRealMarket } from './import/require-real-market';
export { SAME_PRICE } from './domain/staged-breaks';
export type { StagedBreaks } from './domain/staged-breaks';
export { StagedStocks } from './import/staged-stocks';
export { refreshStockFigures } from './persistence/stock-figures.query';
export { marketIsDemo, storeMarket, tidyMarket } from './import/store-market';
export type { StagedStock } from './import/store-stocks';
export { ImportMarketPayload, importMarketJob } from './jobs/import-market.job';
export type { ImportMarketResult } from './jobs/import-market.job';
export { MARKET_DATA_JOBS } from './jobs/market-data-jobs';
export { ReadMarketFilesPayload, readMarketFilesJob } from './jobs/read-market-files.job';
export type { ReadMarketFilesResult } from './jobs/read-market-files.job';
export { MarketBackfill } from './market-backfill';
export { MarketDataModule } from './market-data.module';
export { MarketFolderService } from './market-folder.service';
export { MarketImportsService } from './market-imports.service';
export { MarketLoadHooks } from './market-load-hooks';
export { MarketStateService } from './market-state.service';
export { SELECT_MARKET_SOURCE } from './persistence/market-state.query';
export { capIsEstimated, getSourceName } from './persistence/bar-source-names';
export { selectFormerCode, todaysCode, todaysCodes } from './persistence/code-changes.query';
export { estimatedCap } from './persistence/estimated-cap';
export { MARKET_DATA_ENTITIES, MARKET_DATA_MIGRATIONS } from './persistence/market-data-tables';
export { MARKET_IMPORT_STATUSES } from './persistence/market-import.entity';
export type { MarketImportStatus } from './persistence/market-import.entity';
export { completeImport } from './persistence/market-imports.query';
export type { MarketImportDetail, MarketImportView } from './persistence/market-imports.query';
export { MARKET_RETENTION } from './persistence/market-retention';
export { STORED_MARKET_SOURCES } from './persistence/market-source';
export type { StoredMarketSource } from './persistence/market-source';
export type { MarketStateRow } from './persistence/market-state.query';
export { readStockAdjustments } from './persistence/stock-adjustments.query';
export { Stock } from './persistence/stock.entity';
export { STOCK_MATCHES } from './persistence/stocks.query';
export type { FoundStock, NameOfStock, StockDetail } from './persistence/stocks.query';
export { StocksService } from './stocks/stocks.service';
export { TradingCalendarService } from './trading-calendar.service';
export { deleteImport } from './persistence/market-load.query';
