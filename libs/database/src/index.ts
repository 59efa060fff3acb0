export { createDataSource } from './data-source';
export type { DataSourceSettings } from './data-source';
export { Database, runSql } from './database';
export type { SqlRunner, Transaction } from './database';
export { DatabaseModule } from './database.module';
export { openLongConnection } from './long-connection';
export { checkServer, migrate, pendingMigrations } from './migrate';
export { notify, Notifications } from './notifications';
export { appErrorOfDatabase, constraintOf } from './pg-error';
