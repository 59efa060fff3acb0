// For tests only: parts of the lib that its index does not export.
export { keptTotal } from './persistence/session-count.query';
export { refreshInvalidation, refreshSessionMarket } from './persistence/session-market.query';
