// For tests only: parts of the lib that its index does not export.
export { computeCoverage, windowUpTo } from './domain/chip-bars';
export type { ChipBars } from './domain/chip-bars';
export { computeChipFigures } from './domain/chip-grid';
export type { ChipFigures, ChipGrid } from './domain/chip-grid';
export { eastmoneyChips } from './domain/eastmoney-chips';
export { fullHistoryChips } from './domain/full-history-chips';
export { MarketChips } from './domain/market-chips';
