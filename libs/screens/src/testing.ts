// For tests and benches only: parts of the lib that its index does not export.
export { NO_FILTERS } from './domain/screen-filters';
export { ScreenThreads } from './engine/screen-threads';
export { countBars, runTask } from './engine/run-task';
export type { FoundStock } from './engine/screen-task';
