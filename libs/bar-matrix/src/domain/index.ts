// Without the services of the lib: what pure code and threads load.
export type { StockBars } from './stock-bars';
