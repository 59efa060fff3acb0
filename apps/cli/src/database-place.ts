import type { AppConfig } from '#lib/config';
import { createDataSource, pendingMigrations } from '#lib/database';
import { readRuntimeFile, startEmbeddedPostgres } from '#lib/embedded-postgres';
import { AppError } from '#lib/kernel';
import { ENTITIES, MIGRATIONS } from '#lib/schema';
import { prepareDatabase } from '../../supervisor/src/prepare-database';

/** The database that a command works on. */
export interface DatabasePlace {
  readonly url: string;
  /** Stops what this process started. */
  leave(): Promise<void>;
}

/** The administrator whom a command has created; his password can't be read again. */
export interface NewAdministrator {
  readonly username: string;
  readonly password: string;
}

type OnAdministrator = (administrator: NewAdministrator) => void;

/**
 * Finds the database: the one that DATABASE_URL names, the one of the server that runs on this data folder, or else our
 * own, started here for as long as the command takes. It is fit for this build then.
 * @throws AppError `data_dir_in_use` naming the holder, `server_older` where the running server is of an older build.
 */
export async function findDatabase(
  config: AppConfig,
  command: string,
  onAdministrator: OnAdministrator,
): Promise<DatabasePlace> {
  if (config.databaseUrl !== undefined) {
    await prepare(config, config.databaseUrl, onAdministrator);
    return { url: config.databaseUrl, leave: async () => undefined };
  }
  const running = await readRuntimeFile(config.dataDir);
  if (running !== undefined) {
    await refuseOlderServer(running.databaseUrl);
    return { url: running.databaseUrl, leave: async () => undefined };
  }
  return host(config, command, onAdministrator);
}

async function host(config: AppConfig, command: string, onAdministrator: OnAdministrator): Promise<DatabasePlace> {
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, command, log: () => undefined });
  try {
    await prepare(config, server.url, onAdministrator);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { url: server.url, leave: () => server.stop() };
}

/** As at a start of the server, but for the demo market: an empty database may be about to get real bars. */
async function prepare(config: AppConfig, url: string, onAdministrator: OnAdministrator): Promise<void> {
  await prepareDatabase({ ...config, marketSource: 'files' }, url, {
    say: () => undefined,
    onPassword: (password) => onAdministrator({ username: config.adminUsername, password }),
  });
}

/** Migrating under a running server would break it. */
async function refuseOlderServer(url: string): Promise<void> {
  const dataSource = await createDataSource({
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    applicationName: 'stock-cycle-cli',
    poolSize: 1,
    statementTimeoutMs: 10_000,
  }).initialize();
  try {
    if ((await pendingMigrations(dataSource)).length === 0) return;
  } finally {
    await dataSource.destroy();
  }
  throw new AppError('conflict', 'server_older', 'the running server is of an older build; stop it and try again');
}
