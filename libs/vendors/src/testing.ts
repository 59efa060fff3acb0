// For tests only: parts of the lib that its index does not export.
export { CallBudget } from './tushare/persistence/call-budget';
export { readAdjustmentFactors } from './tushare/readers/adjustment-factors';
export { readCodeChanges } from './tushare/readers/bse-code-changes';
export { readChipPerformances } from './tushare/readers/chip-performances';
export { readDailyBars } from './tushare/readers/daily-bars';
export { readDailyValuations } from './tushare/readers/daily-valuations';
export { readExchangeDays } from './tushare/readers/exchange-days';
export { readLimitPrices } from './tushare/readers/limit-prices';
export { readStDays } from './tushare/readers/st-days';
export { readStockListings } from './tushare/readers/stock-listings';
export { readStockNames } from './tushare/readers/stock-names';
export { WHOLE_MARKET_STATEMENTS, readStockReports } from './tushare/readers/stock-reports';
export { readSuspensions } from './tushare/readers/suspensions';
export { Tushare } from './tushare/tushare';
export type { TushareResponse, TushareRow } from './tushare/tushare';
export { TushareChips } from './tushare/tushare-chips';
export { TushareHttp } from './tushare/tushare-http';
export { UnconfiguredVendor } from './unconfigured-vendor';
