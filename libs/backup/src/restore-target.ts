import type { SqlRunner } from '#lib/database';
import { AppError } from '#lib/kernel';
import { quoted } from './domain/backup-header';
import { STARTED_TABLES } from './domain/left-out-tables';

/** A worker tells every few seconds that it lives. */
const LIVES = '15 seconds';

/** The administrator whom the first start makes. */
const FIRST_USER = 1;

/**
 * Whoever reads and writes the tables would see his rows go.
 * @throws AppError `server_running`.
 */
export async function requireUnused(sql: SqlRunner): Promise<void> {
  const [found] = await sql.query<{ running: boolean }>(
    `select exists(select from worker_heartbeat where seen_at > now() - interval '${LIVES}')
       or exists(select from pg_stat_activity
         where datname = current_database() and application_name ~ '^stock-cycle-(api|worker)') as running`,
  );
  if (found?.running !== true) return;
  throw AppError.conflict(
    'server_running',
    'a server or a worker runs on this database; stop it first (one that was killed counts for 15 seconds more)',
  );
}

/** Which of `tables` have rows that somebody would miss. */
export async function tablesInUse(sql: SqlRunner, tables: readonly string[]): Promise<string[]> {
  const used: string[] = [];
  for (const name of tables) {
    if (STARTED_TABLES.includes(name)) continue;
    const more = name === 'app_user' ? `where id <> ${FIRST_USER}` : '';
    const [found] = await sql.query<{ used: boolean }>(
      `select exists(select from public.${quoted(name)} ${more}) as used`,
    );
    if (found?.used === true) used.push(name);
  }
  return used;
}
