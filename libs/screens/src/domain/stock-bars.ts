// What the rules of this lib read; the services of the lib below stay unloaded.
export type { StockBars } from '#lib/bar-matrix/domain';
