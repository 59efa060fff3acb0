import { Client } from 'pg';
import { KEEP_ALIVE_DELAY_MS } from './data-source';
import type { Database } from './database';
import { lowerServerPriority } from './lower-priority';
import { traceStatements } from './trace-statements';

/**
 * What lets the server end a session whose program is frozen, or cut off silently. A statement of ours may take
 * minutes; a transaction that is doing nothing for a minute is nobody's.
 */
const SERVER_LIMITS = [
  'timezone=UTC',
  'idle_in_transaction_session_timeout=60s',
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
];

/** Long work can wait for a busy server, or for our own loop where it is busy. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a connection of its own to the server itself for work that may take minutes (a bulk load), without the pool's time
 * limits. The caller ends it. Session-level locks and temporary tables live as long as it does.
 */
export async function openLongConnection(database: Database, applicationName: string): Promise<Client> {
  const { directUrl, serverNice = 0 } = database.dataSource.options.extra as { directUrl: string; serverNice?: number };
  const client = new Client({
    connectionString: directUrl,
    application_name: applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    options: SERVER_LIMITS.map((setting) => `-c ${setting}`).join(' '),
  });
  // A connection that breaks while no statement runs emits only this event; the next statement fails by itself.
  client.on('error', () => undefined);
  lowerServerPriority(client, serverNice);
  traceStatements(client);
  await client.connect();
  // Ends a running statement whose client is gone. Not every system can look, and a server there rejects the setting.
  await client.query(`set client_connection_check_interval = '2s'`).catch(() => undefined);
  return client;
}
