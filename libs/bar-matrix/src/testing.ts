// For tests only: parts of the lib that its index does not export.
export { BarReader } from './domain/bar-reader';
export type { StockBars } from './domain/stock-bars';
