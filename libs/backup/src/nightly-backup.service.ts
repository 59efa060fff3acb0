import { Inject, Injectable } from '@nestjs/common';
import { recordAct, SERVER } from '#lib/audit-trail';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { type SqlRunner, StreamConnection, type Transaction } from '#lib/database';
import { recordEvent } from '#lib/events';
import { AppError, calendarDayOf } from '#lib/kernel';
import type { JobContext, JobError } from '#lib/queue';
import { BackupFolder } from './backup-folder';
import type { NightlyBackupPayload, NightlyBackupResult } from './jobs/nightly-backup.job';
import type { KnownSchema } from './known-schema';
import { type BackupStats, noteCompleted, noteFailed, selectBackupStats } from './persistence/backup-run.query';
import { type BackupReport, writeBackup } from './write-backup';

/** Errors of the disk. A person may free space before the next attempt. */
const FILE_ERRORS = new Set([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EIO',
  'EEXIST',
  'ENOTDIR',
  'EMFILE',
  'ENFILE',
]);

/** The backup that every night makes of the embedded database. */
@Injectable()
export class NightlyBackupService {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /**
   * Writes and reads back the file of a day, then removes what is not kept. A second delivery writes the file again.
   * @throws AppError `backup_not_written`, worth a retry, if the disk fails.
   */
  async run(
    { day }: NightlyBackupPayload,
    schema: KnownSchema,
    context: JobContext<NightlyBackupResult>,
  ): Promise<NightlyBackupResult> {
    const folder = new BackupFolder(this.config.dataDir);
    try {
      await folder.prepare();
      const report = await this.write(folder.getFile(calendarDayOf(day)), schema, context.signal);
      const removed = await folder.removeSuperfluous(this.config.backupKeep);
      const { file, bytes, rows } = report;
      return await context.complete(async (tx) => {
        await noteCompleted(tx, day, context.jobId, report);
        await recordAct(tx, { action: 'backup.completed', subject: file, details: { day, bytes, rows } }, SERVER);
        return { file, bytes, rows, removed };
      });
    } catch (error) {
      throw isFileError(error)
        ? AppError.unavailable('backup_not_written', `the backup could not be written: ${error.message}`, {
            cause: error,
          })
        : error;
    }
  }

  /** Notes that the backup of a day failed for good. */
  async noteFailed(tx: Transaction, day: string, jobId: number, error: JobError): Promise<void> {
    await noteFailed(tx, day, jobId, error);
    await recordAct(tx, { action: 'backup.failed', details: { day, code: error.code } }, SERVER);
    const data = { day: calendarDayOf(day), reason: error.code };
    await recordEvent(tx, { type: 'backup.failed', key: day, data });
  }

  /** For the metrics; nothing if no backup is expected. */
  async getStats(sql: SqlRunner): Promise<BackupStats> {
    const { databaseEmbedded, backupAt } = this.config;
    if (!databaseEmbedded || backupAt === undefined) return { completedAt: null, failed: null };
    return selectBackupStats(sql);
  }

  private async write(file: string, schema: KnownSchema, signal: AbortSignal): Promise<BackupReport> {
    const { databaseDirectUrl } = this.config;
    if (databaseDirectUrl === undefined) throw new Error('a worker has a database');
    const connection = await StreamConnection.open(databaseDirectUrl, 'stock-cycle-backup');
    try {
      const report = await writeBackup({ connection, file, schema, force: true, signal, onProgress: () => undefined });
      await connection.end();
      return report;
    } catch (error) {
      connection.cut();
      throw error;
    }
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code !== undefined && FILE_ERRORS.has(code);
}
