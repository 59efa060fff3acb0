import { DataSource, type Logger, type MigrationInterface } from 'typeorm';
import type { EntityClass } from './entities/entity-columns';
import { SnakeCaseNaming } from './entities/snake-case-naming';
import { TimeoutClient } from './timeout-client';
import { installPgTypeParsers } from './pg-types';

/** A silent connection is probed after so long, instead of the system's two hours. */
export const KEEP_ALIVE_DELAY_MS = 30_000;

export interface DataSourceSettings {
  url: string;
  /**
   * The server itself, if `url` leads through a pooler in transaction mode. Statements on the pool then keep nothing in their
   * session and are not prepared by name; long work and notifications connect here. Default: `url`.
   */
  directUrl?: string | undefined;
  entities: readonly EntityClass[];
  migrations: readonly (new () => MigrationInterface)[];
  /** Shown in pg_stat_activity. */
  applicationName: string;
  poolSize: number;
  /** Ends a statement on both sides: on the server, and here if the connection has gone silent. */
  statementTimeoutMs: number;
  /** Nice value of the server's processes behind our connections. Only for a server among the processes of this machine. */
  serverNice?: number;
}

/** Settings with a pooler. */
export interface PooledSettings extends DataSourceSettings {
  directUrl: string;
}

export function isPooled(settings: DataSourceSettings): settings is PooledSettings {
  return settings.directUrl !== undefined && settings.directUrl !== settings.url;
}

/** TypeORM prints a failed migration to the console for any value of `logging`; ours are repeated, or thrown. */
const SILENT: Logger = {
  logQuery: () => undefined,
  logQueryError: () => undefined,
  logQuerySlow: () => undefined,
  logSchemaBuild: () => undefined,
  logMigration: () => undefined,
  log: () => undefined,
};

/**
 * Builds the data source that every process uses. `synchronize` is off for good: migrations alone change the schema.
 * The client-side timeout matters: on a silent connection the server's own timeout never arrives. Through a pooler it is the
 * only one that we set: a pooler takes none of a client, and gives its connections their own (ADR 160).
 */
export function createDataSource(settings: DataSourceSettings): DataSource {
  installPgTypeParsers();
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    applicationName: settings.applicationName,
    entities: settings.entities as unknown as (new () => object)[],
    namingStrategy: new SnakeCaseNaming(),
    migrations: [...settings.migrations],
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    migrationsRun: false,
    logging: false,
    logger: SILENT,
    poolSize: settings.poolSize,
    connectTimeoutMS: 3000,
    extra: {
      query_timeout: settings.statementTimeoutMs + 1000,
      Client: TimeoutClient,
      pooled: isPooled(settings),
      serverNice: settings.serverNice ?? 0,
      directUrl: settings.directUrl ?? settings.url,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      ...(isPooled(settings)
        ? {}
        : {
            statement_timeout: settings.statementTimeoutMs,
            // Bounds how long a frozen process keeps its locks from the others.
            idle_in_transaction_session_timeout: 30_000,
            options: '-c timezone=UTC',
          }),
    },
  });
}
