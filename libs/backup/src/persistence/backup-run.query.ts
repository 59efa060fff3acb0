import { type SqlRunner, type Transaction } from '#lib/database';
import type { JobError } from '#lib/queue';
import { BackupRun } from './backup-run.entity';

/** Notes the backup of `day`; a later attempt of the same day replaces an earlier one. */
export async function noteCompleted(
  tx: Transaction,
  day: string,
  jobId: number,
  { file, bytes, rows }: { file: string; bytes: number; rows: number },
): Promise<void> {
  await note(tx, { day, jobId, status: 'completed', file, bytes, rowCount: rows, errorCode: null, error: null });
}

/** Notes that the backup of `day` failed for good. */
export async function noteFailed(tx: Transaction, day: string, jobId: number, error: JobError): Promise<void> {
  const { code: errorCode, message } = error;
  const none = { file: null, bytes: null, rowCount: null };
  await note(tx, { day, jobId, status: 'failed', ...none, errorCode, error: message });
}

async function note(tx: Transaction, run: Omit<BackupRun, 'finishedAt'>): Promise<void> {
  await tx.repository(BackupRun).upsert({ ...run, finishedAt: () => 'now()' }, ['day']);
}

export interface BackupStats {
  /** When the last good backup ended, in seconds since 1970; null if there is none. */
  readonly completedAt: number | null;
  /** Whether the last one failed; null before the first. */
  readonly failed: boolean | null;
}

export async function selectBackupStats(sql: SqlRunner): Promise<BackupStats> {
  const [row] = await sql.query<BackupStats>(
    `select (select extract(epoch from max(finished_at))::float8 from backup_run where status = 'completed') as "completedAt",
       (select status = 'failed' from backup_run order by finished_at desc limit 1) as failed`,
  );
  return row ?? { completedAt: null, failed: null };
}
