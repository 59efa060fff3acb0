import { ensureAdministrator } from '#lib/accounts';
import { ModelListService } from '#lib/ai';
import type { AppConfig } from '#lib/config';
import { checkServer, openDataSource, Database, migrate } from '#lib/database';
import { MarketBackfill, MarketLoadHooks } from '#lib/market-data';
import { migrateQueueBackend } from '#lib/queue';
import { ENTITIES, MIGRATIONS } from '#lib/schema';
import { SessionMarketService } from '#lib/tracking';
import { loadDemoMarket } from './load-demo-market';

/** A migration may rewrite a large table. */
const STATEMENT_TIMEOUT_MS = 3_600_000;

/** Who hears what is done. */
export interface PreparationListener {
  say: (sentence: string) => void;
  /** The new administrator's generated password, at once: it can't be read again, and what follows may be interrupted. */
  onPassword: (password: string) => void;
}

/** One who is told everything in sentences. */
export function listenerThatReads(config: AppConfig, say: (sentence: string) => void): PreparationListener {
  return {
    say,
    onPassword: (password) => say(`Created the administrator "${config.adminUsername}" with the password ${password}`),
  };
}

/**
 * Makes the database fit for this build, once, before any process uses it: checks the server, migrates, looks whether every
 * model has a server, creates the administrator, loads the demo market into an empty one.
 * @returns the administrator's password where one was generated.
 */
export async function prepareDatabase(
  config: AppConfig,
  url: string,
  { say, onPassword }: PreparationListener,
): Promise<{ generatedPassword: string | undefined }> {
  const dataSource = await openDataSource({
    url,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    applicationName: 'stock-cycle-supervisor',
    poolSize: 4,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    await checkServer(dataSource);
    const { applied } = await migrate(dataSource, { report: say });
    if (applied.length > 0) say(`Migrated the database (${applied.length} steps).`);
    if (config.redisUrl === undefined) await migrateQueueBackend(url);
    const database = new Database(dataSource);
    await new ModelListService(database, config).requireServers();
    const { generatedPassword } = await ensureAdministrator(database, {
      username: config.adminUsername,
      password: config.adminPassword,
    });
    if (generatedPassword !== undefined) onPassword(generatedPassword);
    await new MarketBackfill(database).fillMissing();
    await new SessionMarketService(database, new MarketLoadHooks()).fillMissing();
    await loadDemoMarket(config, database, say);
    return { generatedPassword };
  } finally {
    await dataSource.destroy();
  }
}
