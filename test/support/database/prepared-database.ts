import { loadConfig } from '#lib/config';
import { prepareDatabase } from '../../../apps/supervisor/src/prepare-database';
import { createTestDatabase, type TestDatabase } from './test-database';

/** A database as the prepare step leaves it: migrated, with the administrator, without a market. */
export async function createPreparedDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const config = loadConfig({ MARKET_SOURCE: 'files', ADMIN_PASSWORD: 'a password of tests' });
  await prepareDatabase(config, database.url, { say: () => undefined, onPassword: () => undefined });
  return database;
}
