import { Matches } from 'class-validator';
import { defineJob } from '#lib/queue';

export class NightlyBackupPayload {
  /** The day, by the business clock, that the backup is of. */
  @Matches(/^\d{4}-\d{2}-\d{2}$/)
  day!: string;
}

export type NightlyBackupResult = { file: string; bytes: number; rows: number; removed: string[] };

/** Writes the embedded database to DATA_DIR/backups, reads it back, and removes what BACKUP_KEEP does not keep. */
export const nightlyBackupJob = defineJob<NightlyBackupPayload, NightlyBackupResult>({
  name: 'backup.nightly',
  queue: 'maintenance',
  payload: NightlyBackupPayload,
  dedupeKey: ({ day }) => day,
  retry: { attempts: 4, backoffMs: 300_000, crashes: 3 },
});
