export { createDataSource } from './data-source';
export type { DataSourceSettings } from './data-source';
export { Database } from './database';
export type { PoolStats } from './database';
export { createRunner } from './run-on-client';
export { prepareStatement, textOf } from './sql-runner';
export type { PreparedStatement, SqlRunner, Statement } from './sql-runner';
export { Transaction } from './transaction';
export { DatabaseModule } from './database.module';
export { lowerPriority } from './lower-priority';
export { openLongConnection } from './long-connection';
export { isoInstant } from './iso-instant';
export { checkServer, migrate, pendingMigrations, requireCurrentSchema } from './migrate';
export { Notifications, notify } from './notifications';
export { convertDatabaseError, constraintOf, isLockTimeout, isTransactionConflict } from './pg-error';
export { StreamConnection } from './stream-connection';
export { watchRow } from './watch-row';
export type { WatchedRow } from './watch-row';
export { DATABASE_MIGRATIONS } from './persistence/database-tables';
export { daysBack } from './retention-rule';
export type { RetentionRule } from './retention-rule';
export { STAGING_SCHEMA } from './staging-schema';
export {
  assignmentsOf,
  columnKeysOf,
  columnNamesOf,
  columnOf,
  columnsOf,
  insertOf,
  jsonPairsOf,
  tableOf,
  unnestOf,
  wireColumnsOf,
} from './entities/entity-columns';
export type { Columns, EntityClass, RowOf, Wire, Written } from './entities/entity-columns';
