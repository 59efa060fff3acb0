import { recordAct, SERVER } from '#lib/audit-trail';
import { type SqlRunner, type Transaction } from '#lib/database';
import type { JobError } from '#lib/queue';
import type { BackupReport } from '../write-backup';

/** Notes the backup of `day`; a later attempt of the same day replaces an earlier one. */
export async function noteCompleted(
  tx: Transaction,
  day: string,
  jobId: number,
  { file, bytes, rows }: BackupReport,
): Promise<void> {
  await tx.query(
    `insert into backup_run (day, job_id, status, file, bytes, row_count) values ($1, $2, 'completed', $3, $4, $5)
     on conflict (day) do update set job_id = excluded.job_id, status = excluded.status, file = excluded.file,
       bytes = excluded.bytes, row_count = excluded.row_count, error_code = null, error = null, finished_at = now()`,
    [day, jobId, file, bytes, rows],
  );
}

/** Notes that the backup of `day` failed for good. */
export async function noteFailed(tx: Transaction, day: string, jobId: number, error: JobError): Promise<void> {
  await tx.query(
    `insert into backup_run (day, job_id, status, error_code, error) values ($1, $2, 'failed', $3, $4)
     on conflict (day) do update set job_id = excluded.job_id, status = excluded.status, file = null, bytes = null,
       row_count = null, error_code = excluded.error_code, error = excluded.error, finished_at = now()`,
    [day, jobId, error.code, error.message],
  );
  await recordAct(tx, { action: 'backup.failed', details: { day, code: error.code } }, SERVER);
}

export interface BackupFigures {
  /** When the last good backup ended, in seconds since 1970; null where there is none. */
  readonly completedAt: number | null;
  /** Whether the last one failed; null before the first. */
  readonly failed: boolean | null;
}

export async function readBackupFigures(sql: SqlRunner): Promise<BackupFigures> {
  const [row] = await sql.query<BackupFigures>(
    `select (select extract(epoch from max(finished_at))::float8 from backup_run where status = 'completed') as "completedAt",
       (select status = 'failed' from backup_run order by finished_at desc limit 1) as failed`,
  );
  return row ?? { completedAt: null, failed: null };
}
