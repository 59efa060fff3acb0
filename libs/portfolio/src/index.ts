export { LARGEST_COST, LARGEST_QUANTITY } from './domain/position-cells';
export { HoldingsImportService } from './holdings-import.service';
export { HOLDING_ERRORS, ImportHoldingsPayload, importHoldingsJob } from './jobs/import-holdings.job';
export type { FailedHolding, HoldingsImportReport, ImportedHolding, SkippedHolding } from './jobs/import-holdings.job';
export {
  IMPORT_MODES,
  ImportPositionsPayload,
  importPositionsJob,
  replacePositionsJob,
} from './jobs/import-positions.job';
export type { ImportMode, PositionsImportReport } from './jobs/import-positions.job';
export { PORTFOLIO_JOBS } from './jobs/portfolio-jobs';
export { PORTFOLIO_ENTITIES } from './persistence/portfolio-tables';
export type { PositionTotals } from './persistence/position-figures';
export type { PositionChange, PositionState } from './persistence/positions-upsert.query';
export { PortfolioModule } from './portfolio.module';
export { POSITION_JOBS, PositionsImportService } from './positions-import.service';
export { PositionsService } from './positions.service';
export type { PositionPage, PositionView } from './positions.service';
export { WatchlistService } from './watchlist.service';
export type { WatchlistItem } from './watchlist.service';
