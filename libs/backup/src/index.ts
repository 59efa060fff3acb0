export type { KnownSchema } from './known-schema';
export { restoreBackup } from './restore-backup';
export type { RestoreReport, RestoreRequest } from './restore-backup';
export { writeBackup } from './write-backup';
export type { BackupProgress, BackupReport, BackupRequest } from './write-backup';
