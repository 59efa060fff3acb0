import { checkServer, createDataSource, migrate } from '#lib/database';
import { migrateQueueBackend } from '#lib/queue';
import { ENTITIES, MIGRATIONS } from '#lib/schema';

interface MigrationSettings {
  url: string;
  applicationName: string;
  poolSize?: number;
  statementTimeoutMs?: number;
}

/**
 * Brings an empty database to the schema of this build, the queue's backend with it.
 * @returns a pool on it, which the caller destroys.
 */
export async function openMigratedDatabase({
  poolSize = 4,
  statementTimeoutMs = 600_000,
  ...settings
}: MigrationSettings): Promise<ReturnType<typeof createDataSource>> {
  const dataSource = createDataSource({
    entities: ENTITIES,
    migrations: MIGRATIONS,
    poolSize,
    statementTimeoutMs,
    ...settings,
  });
  await dataSource.initialize();
  try {
    await checkServer(dataSource);
    await migrate(dataSource);
    await migrateQueueBackend(settings.url);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}
