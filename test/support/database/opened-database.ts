import { createDataSource, Database } from '#lib/database';
import { ENTITIES } from '#lib/schema';
import { createTestDatabase } from './test-database';

export interface OpenedDatabase {
  url: string;
  database: Database;
  /** Closes the connections and removes the database. */
  remove(): Promise<void>;
}

/** A fresh database of its own with a pool of connections, for tests that need services and no application. */
export async function openTestDatabase(
  settings: { poolSize?: number; statementTimeoutMs?: number } = {},
): Promise<OpenedDatabase> {
  const testDatabase = await createTestDatabase();
  const dataSource = await createDataSource({
    url: testDatabase.url,
    entities: ENTITIES,
    migrations: [],
    applicationName: 'test',
    poolSize: settings.poolSize ?? 8,
    statementTimeoutMs: settings.statementTimeoutMs ?? 5000,
  }).initialize();
  return {
    url: testDatabase.url,
    database: new Database(dataSource),
    remove: async () => {
      await dataSource.destroy();
      await testDatabase.drop();
    },
  };
}
