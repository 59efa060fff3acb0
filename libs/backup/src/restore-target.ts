import type { SqlRunner } from '#lib/database';
import { AppError } from '#lib/kernel';
import { isServed } from './persistence/restore.query';

/**
 * A restore under a server would delete the rows that its users read and write.
 * @throws AppError `server_running`.
 */
export async function requireUnused(sql: SqlRunner): Promise<void> {
  if (!(await isServed(sql))) return;
  throw AppError.conflict(
    'server_running',
    'a server or a worker runs on this database; stop it first (one that was killed counts for 15 seconds more)',
  );
}
