// For tests only: parts of the lib that its index does not export.
export { BarColumns, PRICE_SCALE } from './domain/bar-columns';
export { BarMatrix, encodeFacts, shareIntegers } from './domain/bar-matrix';
export { BarReader } from './domain/bar-reader';
export type { MatrixStock } from './domain/matrix-stock';
export type { CopiedColumn, StockBars } from './domain/stock-bars';
