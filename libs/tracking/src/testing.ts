// For tests only: parts of the lib that its index does not export.
export { refreshSessionMarket } from './persistence/session-market.query';
