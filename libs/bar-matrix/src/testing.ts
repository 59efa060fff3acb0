// For tests only: parts of the lib that its index does not export.
export { BarReader } from './domain/bar-reader';
export type { CopiedColumn, StockBars } from './domain/stock-bars';
