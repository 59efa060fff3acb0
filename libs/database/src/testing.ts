// For tests only: parts of the lib that its index does not export.
export { textOf } from './sql-runner';
export type { Statement } from './sql-runner';
