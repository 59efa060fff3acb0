import { Client } from 'pg';
import type { Database } from './database';
import { giveWayOnServer } from './give-way';
import { traceStatements } from './trace-statements';

/**
 * Opens a connection of its own for work that may take minutes (a bulk load), without the pool's time limits. The caller
 * ends it. Session-level locks and temporary tables live as long as it does.
 */
export async function openLongConnection(database: Database, applicationName: string): Promise<Client> {
  const options = database.dataSource.options;
  if (options.type !== 'postgres' || options.url === undefined) throw new Error('the data source has no postgres url');
  const client = new Client({
    connectionString: options.url,
    application_name: applicationName,
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    options: '-c timezone=UTC',
  });
  // A connection that breaks while no statement runs tells only this event; the next statement fails by itself.
  client.on('error', () => undefined);
  const { serverNice = 0 } = (options.extra ?? {}) as { serverNice?: number };
  giveWayOnServer(client, serverNice);
  traceStatements(client);
  await client.connect();
  return client;
}
