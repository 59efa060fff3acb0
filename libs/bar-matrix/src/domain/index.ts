// Without the services of the lib: what pure code and threads load.
export { BarMatrix } from './bar-matrix';
export type { SharedMatrix } from './bar-matrix';
export type { PlacedStock } from './bar-span';
export { readDayFacts } from './day-facts';
export { findFloatCap } from './float-caps';
export { PRICE_SCALE } from './bar-columns';
export { BarReader } from './bar-reader';
export type { CopiedColumn, StockBars } from './stock-bars';
