import { daysBack, type RetentionRule } from '#lib/database';

export const BACKUP_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'scheduleMarks',
    table: 'backup_run',
    what: 'What became of each nightly backup; the files have BACKUP_KEEP',
    expired: daysBack('t.finished_at'),
  },
];
