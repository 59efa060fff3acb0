import type { Registry } from 'prom-client';
import type { BackupStats } from '#lib/backup';
import { MetricSet } from './metric-set';

/** The nightly backup, where one is expected. */
export function registerBackupMetrics(registry: Registry) {
  return new MetricSet(registry, {
    backup_completed_timestamp_seconds: { help: 'When the last backup that was read back ended' },
    backup_failed: { help: '1 where the last nightly backup failed' },
  });
}

export function formatBackupMetrics({ completedAt, failed }: BackupStats) {
  return {
    backup_completed_timestamp_seconds: [{ value: completedAt }],
    backup_failed: [{ value: failed === null ? null : Number(failed) }],
  };
}
