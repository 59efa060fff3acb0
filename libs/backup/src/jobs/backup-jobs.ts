import { nightlyBackupJob } from './nightly-backup.job';

export const BACKUP_JOBS = [nightlyBackupJob];
