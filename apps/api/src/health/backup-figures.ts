import type { Registry } from 'prom-client';
import type { BackupStats } from '#lib/backup';
import { Figures } from './figures';

/** The nightly backup, where one is expected. */
export function backupFigures(registry: Registry) {
  return new Figures(registry, {
    backup_completed_timestamp_seconds: { help: 'When the last backup that was read back ended' },
    backup_failed: { help: '1 where the last nightly backup failed' },
  });
}

export function linesOfBackup({ completedAt, failed }: BackupStats) {
  return {
    backup_completed_timestamp_seconds: [{ value: completedAt }],
    backup_failed: [{ value: failed === null ? null : Number(failed) }],
  };
}
