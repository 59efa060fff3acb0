export { createDataSource } from './data-source';
export { Database } from './database';
export { DatabaseModule } from './database.module';
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
export { isoInstant } from './iso-instant';
export { openLongConnection, readAtLength } from './long-connection';
export { lowerPriority } from './lower-priority';
export { openDataSource } from './open-data-source';
export { checkServer, migrate, pendingMigrations, requireCurrentSchema } from './migrate';
export { Notifications, notify } from './notifications';
export { DATABASE_MIGRATIONS } from './persistence/database-tables';
export { constraintOf, convertDatabaseError, isLockTimeout, isTransactionConflict } from './pg-error';
export { daysBack } from './retention-rule';
export type { RetentionRule } from './retention-rule';
export { readOnly } from './replica/read-scope';
export { FALLBACK_REASONS } from './replica/replica';
export type { ReplicaStats } from './replica/replica';
export { createRunner } from './run-on-client';
export { prepareStatement, StatementVariants } from './sql-runner';
export type { PreparedStatement, SqlRunner } from './sql-runner';
export { STAGING_SCHEMA } from './staging-schema';
export { StreamConnection } from './stream-connection';
export { Transaction } from './transaction';
export { watchRow } from './watch-row';
