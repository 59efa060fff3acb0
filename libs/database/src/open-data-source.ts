import type { DataSource } from 'typeorm';
import { messageOf } from '#lib/kernel';
import { createDataSource, type DataSourceSettings, isPooled } from './data-source';
import { leadsThroughPooler, poolOf, requirePooler } from './pooler';
import { unsuitable } from './unsuitable';

const NO_DIRECT_ADDRESS =
  'the address of the database server leads through a pooler; set DATABASE_DIRECT_URL to that of the server itself ' +
  '(docs/pgbouncer.md)';

/**
 * A connected data source whose addresses are what the settings say: the server itself, or a pooler in transaction mode
 * under whose connections our time limits hold. The caller destroys it.
 * @throws AppError `database_unsuitable` with one sentence.
 */
export async function openDataSource(settings: DataSourceSettings): Promise<DataSource> {
  const dataSource = createDataSource(settings);
  try {
    await dataSource.initialize();
    if (isPooled(settings)) await requirePooler(dataSource, settings);
    else await requireServer(dataSource);
    return dataSource;
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    // PgBouncer rejects our time limits, unless it is told to ignore them.
    if (messageOf(error).includes('unsupported startup parameter'))
      throw unsuitable(NO_DIRECT_ADDRESS, { cause: error });
    throw error;
  }
}

async function requireServer(dataSource: DataSource): Promise<void> {
  const client = await poolOf(dataSource).connect();
  try {
    if (await leadsThroughPooler(client)) throw unsuitable(NO_DIRECT_ADDRESS);
  } finally {
    client.release();
  }
}
