import { Client } from 'pg';
import { KEEP_ALIVE_DELAY_MS } from './data-source';
import type { Database } from './database';
import { lowerServerPriority } from './lower-priority';
import { unlessAborted } from './replica/unless-aborted';
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
  return connect(directUrl, applicationName, serverNice);
}

/**
 * Runs a long read on a connection of its own: on the replica, where it holds all that is acknowledged now, else on the
 * primary, which also does again what the replica could not. So `work` may run twice, and must not write.
 */
export async function readAtLength<Result>(
  database: Database,
  applicationName: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { replica } = database;
  if (replica !== undefined && (await replica.watch.isCurrent())) {
    const signal = replica.watch.answering;
    try {
      const result = await unlessAborted(signal, async () =>
        onConnection(await connect(replica.url, applicationName, 0), work, signal),
      );
      replica.noteAnswer('replica');
      return result;
    } catch (error) {
      replica.noteFailure(error);
    }
  }
  replica?.noteAnswer('primary');
  return onConnection(await openLongConnection(database, applicationName), work);
}

async function onConnection<Result>(
  client: Client,
  work: (client: Client) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const end = (): void => void client.end().catch(() => undefined);
  signal?.addEventListener('abort', end, { once: true });
  try {
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', end);
    await client.end().catch(() => undefined);
  }
}

async function connect(url: string, applicationName: string, serverNice: number): Promise<Client> {
  const client = new Client({
    connectionString: url,
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
