import { Client, type ClientBase, type Pool } from 'pg';
import type { DataSource } from 'typeorm';
import type { PooledSettings } from './data-source';
import { unsuitable } from './unsuitable';

/** The longest statement that any program of ours may run on a pooled connection: a worker's. */
const LONGEST_STATEMENT_MS = 300_000;
const LONGEST_IDLE_MS = 60_000;
const CONNECT_TIMEOUT_MS = 3000;
/** In session mode no number of looks finds what one usually finds in transaction mode. */
const LOOKS = 20;
const UTC = /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu)$/;

interface Session {
  statement_ms: number;
  idle_ms: number;
  check_ms: number;
  time_zone: string;
  schema: string | null;
  /** Of the database, on this server, since its start. */
  identity: string;
}

/** The connections behind a data source. */
export function poolOf(dataSource: DataSource): Pool {
  const { master } = dataSource.driver as unknown as { master?: Pool };
  if (master === undefined) throw new Error('the database is not connected');
  return master;
}

/** Whether somebody in between speaks the protocol: the process that was named at the connect is not the one that works. */
export async function leadsThroughPooler(client: ClientBase): Promise<boolean> {
  const { processID } = client as unknown as { processID?: number | null };
  return processID !== (await serverProcessOf(client));
}

/**
 * Checks a pooler at the start of a program, because each of these would work wrongly in silence: no pooler at all, one that
 * keeps a connection for each client, time limits that it did not pass on, another time zone or schema, and a direct address
 * that is pooled too, or of another database.
 * @throws AppError `database_unsuitable` with one sentence.
 */
export async function requirePooler(dataSource: DataSource, settings: PooledSettings): Promise<void> {
  const pool = poolOf(dataSource);
  const first = await pool.connect();
  try {
    if (!(await leadsThroughPooler(first))) {
      throw unsuitable(
        'DATABASE_DIRECT_URL is set, but DATABASE_URL leads to the server itself; leave one of them out',
      );
    }
    const session = await readSession(first);
    const faults = listFaults(session, settings.statementTimeoutMs);
    if (faults.length > 0) {
      throw unsuitable(
        `the connections of the pooler at DATABASE_URL have ${faults.join(', ')}; ` +
          'set that in its connect_query or by "alter role … set" (docs/pgbouncer.md)',
      );
    }
    const second = await pool.connect();
    try {
      await requireTransactionMode(first, second);
    } finally {
      second.release();
    }
    await requireSameDatabase(settings.directUrl, session);
  } finally {
    first.release();
  }
}

function listFaults(session: Session, statementTimeoutMs: number): string[] {
  const { statement_ms: statement, idle_ms: idle, check_ms: check } = session;
  const between = (value: number, least: number, most: number): boolean => value >= least && value <= most;
  return [
    ...(between(statement, statementTimeoutMs, LONGEST_STATEMENT_MS)
      ? []
      : [`statement_timeout ${statement} ms instead of ${LONGEST_STATEMENT_MS}`]),
    ...(between(idle, 1, LONGEST_IDLE_MS) ? [] : [`idle_in_transaction_session_timeout ${idle} ms instead of 30000`]),
    // A shorter limit of ours closes the connection here, and the server must notice that.
    ...(statement === statementTimeoutMs || between(check, 1, statementTimeoutMs)
      ? []
      : [`client_connection_check_interval ${check} ms instead of 2000`]),
    ...(UTC.test(session.time_zone) ? [] : [`the time zone ${session.time_zone} instead of UTC`]),
    ...(session.schema === 'public' ? [] : [`the schema ${session.schema ?? '(none)'} instead of public`]),
  ];
}

async function requireTransactionMode(first: ClientBase, second: ClientBase): Promise<void> {
  try {
    await first.query('begin');
    await first.query('commit');
  } catch (cause) {
    throw unsuitable('the pooler at DATABASE_URL rejects transactions; set its pool_mode to transaction', { cause });
  }
  const mine = await serverProcessOf(first);
  for (let look = 0; look < LOOKS; look += 1) {
    // Twice, so that a pooler which takes its connections in turns is not taken for one that keeps them.
    for (const client of [second, second, first]) {
      const process = await serverProcessOf(client);
      if ((process === mine) !== (client === first)) return;
    }
  }
  throw unsuitable(
    'the pooler at DATABASE_URL keeps a connection to the server for each client; set its pool_mode to transaction',
  );
}

async function requireSameDatabase(directUrl: string, pooled: Session): Promise<void> {
  const client = new Client({
    connectionString: directUrl,
    application_name: 'stock-cycle-check',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (await leadsThroughPooler(client)) {
      throw unsuitable('DATABASE_DIRECT_URL leads through a pooler too; it must be the address of the server itself');
    }
    const { identity } = await readSession(client);
    if (identity !== pooled.identity) {
      throw unsuitable('DATABASE_URL and DATABASE_DIRECT_URL lead to different databases');
    }
  } finally {
    await client.end();
  }
}

async function serverProcessOf(client: ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process');
  return rows[0]?.process;
}

async function readSession(client: ClientBase): Promise<Session> {
  const { rows } = await client.query<Session>(
    `select max(setting) filter (where name = 'statement_timeout')::int as statement_ms,
       max(setting) filter (where name = 'idle_in_transaction_session_timeout')::int as idle_ms,
       max(setting) filter (where name = 'client_connection_check_interval')::int as check_ms,
       max(setting) filter (where name = 'TimeZone') as time_zone,
       current_schema() as schema,
       (select oid from pg_database where datname = current_database())
         || ' ' || extract(epoch from pg_postmaster_start_time()) as identity
     from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'client_connection_check_interval',
       'TimeZone')`,
  );
  const [session] = rows;
  if (session === undefined) throw new Error('a statement without groups gave no row');
  return session;
}
