// For tests only: parts of the lib that its index does not export.
export { findCodeChanges } from './domain/find-code-changes';
export { packRows, unpackRows } from './packed-rows';
export { MARKET_DAY_COMPLETE_CHANNEL } from './persistence/day-evaluations.query';
