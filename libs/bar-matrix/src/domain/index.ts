// Without the services of the lib: what pure code and threads load.
export { BarMatrix } from './bar-matrix';
export type { SharedMatrix } from './bar-matrix';
export { BarReader } from './bar-reader';
export type { CopiedColumn, StockBars } from './stock-bars';
