import { CreateBackupRuns1767000000410 } from './1767000000410-create-backup-runs';
import { BackupRun } from './backup-run.entity';

export const BACKUP_ENTITIES = [BackupRun];

export const BACKUP_MIGRATIONS = [CreateBackupRuns1767000000410];
