import { daysBack, type RetentionRule } from '#lib/database';

export const QUEUE_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'jobs',
    table: 'job',
    what: 'Jobs that ended, with their payload, result and error',
    expired: daysBack('t.finished_at'),
  },
  {
    keep: 'scheduleMarks',
    table: 'schedule_run',
    what: 'Marks of what ran by the clock',
    expired: daysBack('t.started_at'),
  },
];
