// For tests only: parts of the lib that its index does not export.
export type { Identity } from './domain/user';
