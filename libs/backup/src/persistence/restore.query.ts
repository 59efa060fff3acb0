import type { SqlRunner } from '#lib/database';
import { STARTED_TABLES } from '../domain/left-out-tables';
import { MIGRATION_TABLE } from './catalog.query';
import { quoteName } from './copy.query';

/** How long a restore waits for others to release the tables. */
const LOCK_TIMEOUT = '10s';

/** A worker writes a heartbeat every few seconds. */
const ALIVE_FOR = '15 seconds';

/** The administrator that the first start creates. */
const FIRST_USER = 1;

/**
 * Whether a server or a worker of this program works on the database. Each listens for as long as it runs; its other connections
 * may be a pooler's, which keeps them with their names for a while.
 */
export async function isServed(sql: SqlRunner): Promise<boolean> {
  const [found] = await sql.query<{ running: boolean }>(
    `select exists(select from worker_heartbeat where seen_at > now() - interval '${ALIVE_FOR}')
       or exists(select from pg_stat_activity
         where datname = current_database() and application_name ~ '^stock-cycle-(api|worker)-listen$') as running`,
  );
  return found?.running === true;
}

/** Which of `tables` have rows that somebody would miss. */
export async function selectTablesInUse(sql: SqlRunner, tables: readonly string[]): Promise<string[]> {
  const used: string[] = [];
  for (const name of tables) {
    if (STARTED_TABLES.includes(name)) continue;
    const more = name === 'app_user' ? `where id <> ${FIRST_USER}` : '';
    const [found] = await sql.query<{ used: boolean }>(
      `select exists(select from public.${quoteName(name)} ${more}) as used`,
    );
    if (found?.used === true) used.push(name);
  }
  return used;
}

/** Drops tables. @throws if another session holds one of them for longer than {@link LOCK_TIMEOUT}. */
export async function dropTables(sql: SqlRunner, tables: readonly string[]): Promise<void> {
  await sql.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  if (tables.length > 0) await sql.query(`drop table ${listTables(tables)}`);
  await sql.query('set local lock_timeout = 0');
}

export async function truncateTables(sql: SqlRunner, tables: readonly string[]): Promise<void> {
  await sql.query(`truncate ${listTables(tables)}`);
}

export async function forgetMigrations(sql: SqlRunner): Promise<void> {
  await sql.query(`delete from ${MIGRATION_TABLE}`);
}

export async function noteMigration(sql: SqlRunner, name: string): Promise<void> {
  await sql.query(`insert into ${MIGRATION_TABLE} (timestamp, name) values ($1, $2)`, [Number(name.slice(-13)), name]);
}

/** Has a sequence give `next` next. */
export async function setSequence(sql: SqlRunner, sequence: string, next: number): Promise<void> {
  await sql.query('select setval($1, $2, false)', [sequence, next]);
}

function listTables(tables: readonly string[]): string {
  return tables.map((name) => `public.${quoteName(name)}`).join(', ');
}
