export { REPORT_KINDS, SEPARATE_DAY_SETS, SYNC_KINDS } from './domain/data-sets';
export type { DaySet, MoneyFlowSet, ReportKind, StockSet, SyncKind, WholeSet } from './domain/data-sets';
export type { DaySetTerms } from './domain/day-set-terms';
export { DAY_STATES } from './domain/day-fullness';
export type { DayFullness, DayState } from './domain/day-fullness';
export type { MoneyFlow, MoneyFlowVendor, StoredMoneyFlow } from './domain/money-flow';
export type {
  AdjustmentFactor,
  CodeChange,
  DailyBar,
  DailyValuation,
  DayRows,
  ExRight,
  LimitPrices,
  ListedDay,
  ListingStatus,
  ReportFields,
  ShareCount,
  ShareRecord,
  StockListing,
  StockName,
  StockReport,
  StockRows,
  Suspension,
  WholeRows,
} from './domain/vendor-rows';
export { MARKET_SYNC_JOBS } from './jobs/market-sync-jobs';
export { SyncMarketPayload, syncMarketJob } from './jobs/sync-market.job';
export type { SyncMarketResult } from './jobs/sync-market.job';
export { MarketCalendarService } from './market-calendar.service';
export { MarketCoverageService } from './market-coverage.service';
export type { MarketCoverageReport } from './market-coverage.service';
export { MarketDaysService } from './market-days.service';
export { MarketDoctorService } from './market-doctor.service';
export type { DaysReport } from './market-days.service';
export { DATA_SET_ERROR_KINDS, MarketStatusService } from './market-status.service';
export type { CoveredDataSet, DataSetError, MarketStatusReport } from './market-status.service';
export { MarketSyncRunnerService } from './market-sync-runner.service';
export { MarketSyncModule } from './market-sync.module';
export { MarketSourceChoiceService } from './market-source-choice.service';
export { MarketSyncsService } from './market-syncs.service';
export { MARKET_SYNC_RETENTION } from './persistence/market-sync-retention';
export { MARKET_SYNC_ENTITIES, MARKET_SYNC_MIGRATIONS } from './persistence/market-sync-tables';
export { selectMoneyFlow } from './persistence/money-flow.query';
export { SYNC_STATUSES } from './persistence/market-sync.entity';
export type { SyncStatus } from './persistence/market-sync.entity';
export type { SyncView } from './persistence/market-syncs.query';
export { findReferencePrice } from './domain/reference-price';
export { readPackageNotes } from './package-notes';
export { readExRightVerdict } from './package-load';
export { MarketVendor } from './vendor/market-vendor';
export { MarketVendors } from './vendor/market-vendors';
export type { VendorNote } from './vendor/vendor-note';
export type { DiagnosisAdvice, DiagnosisCheck, DiagnosisDifference, VendorDiagnosis } from './vendor/vendor-diagnosis';
export { decideExRight } from './domain/ex-right-evidence';
export type { ExRightVerdict } from './domain/ex-right-evidence';
export type { MarketMetrics } from './market-watch.service';
export { MoneyFlowService } from './money-flow.service';
export { MarketWatchService } from './market-watch.service';
