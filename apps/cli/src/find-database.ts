import type { DataSource } from 'typeorm';
import type { AppConfig } from '#lib/config';
import { openDataSource, pendingMigrations, requireCurrentSchema } from '#lib/database';
import { readRuntimeFile, startEmbeddedPostgres } from '#lib/embedded-postgres';
import { AppError } from '#lib/kernel';
import { ENTITIES, MIGRATIONS } from '#lib/schema';
import { prepareDatabase } from '../../supervisor/src/prepare-database';

/** The database that a command works on. */
export interface DatabaseLocation {
  /** Of the server itself: a command never goes through a pooler. */
  readonly url: string;
  /** Stops what this process started. */
  leave(): Promise<void>;
}

/** The administrator whom a command has created; his password can't be read again. */
export interface NewAdministrator {
  readonly username: string;
  readonly password: string;
}

/** Who asks for a database. */
export interface DatabaseFinder {
  /** What the person typed. */
  readonly command: string;
  readonly onAdministrator: (administrator: NewAdministrator) => void;
  /** Cancels a server that is still starting. */
  readonly signal: AbortSignal;
}

/**
 * Finds the database: the one that DATABASE_URL names, the one of the server that runs on this data folder, or else our
 * own, started and migrated here for as long as the command takes. It is fit for this build then. No command changes the
 * schema of an outer database: the build before may be working on it, or the URL may be wrong.
 * @throws AppError `data_dir_in_use` naming the holder, `server_older` where the running server is of an older build,
 * `database_older` and `database_newer` where DATABASE_URL names a database of another schema.
 */
export async function findDatabase(config: AppConfig, seeker: DatabaseFinder): Promise<DatabaseLocation> {
  const { databaseDirectUrl } = config;
  if (databaseDirectUrl !== undefined) {
    await look(databaseDirectUrl, requireCurrentSchema);
    return { url: databaseDirectUrl, leave: async () => undefined };
  }
  const running = await readRuntimeFile(config.dataDir);
  if (running !== undefined) {
    await refuseOlderServer(running.databaseUrl);
    return { url: running.databaseUrl, leave: async () => undefined };
  }
  return host(config, seeker);
}

async function host(config: AppConfig, seeker: DatabaseFinder): Promise<DatabaseLocation> {
  const { command, signal } = seeker;
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, command, log: () => undefined, signal });
  try {
    await prepare(config, server.url, seeker);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: server.url, leave: () => server.stop() };
}

/** As at a start of the server, but for the demo market: an empty database may be about to get real bars. */
async function prepare(config: AppConfig, url: string, { onAdministrator }: DatabaseFinder): Promise<void> {
  await prepareDatabase({ ...config, marketSource: 'files', marketSourceSet: true }, url, {
    say: () => undefined,
    onPassword: (password) => onAdministrator({ username: config.adminUsername, password }),
  });
}

/** Migrating under a running server would break it. */
async function refuseOlderServer(url: string): Promise<void> {
  await look(url, async (dataSource) => {
    if ((await pendingMigrations(dataSource)).length === 0) return;
    throw new AppError('conflict', 'server_older', 'the running server is of an older build; stop it and try again');
  });
}

async function look(url: string, check: (dataSource: DataSource) => Promise<void>): Promise<void> {
  const dataSource = await openDataSource({
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    applicationName: 'stock-cycle-cli',
    poolSize: 1,
    statementTimeoutMs: 10_000,
  });
  try {
    await check(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
