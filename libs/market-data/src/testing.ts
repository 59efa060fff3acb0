// For tests only: parts of the lib that its index does not export.
export type { Bar as DemoBar } from './domain/bar';
export { barSourceNo } from './domain/bar-source';
export { toFen } from './domain/price-limit';
export type { ImportRequest } from './import/market-importer';
export { storeVendorShareChanges } from './persistence/share-changes.query';
export { fillStockSearch } from './market-backfill';
