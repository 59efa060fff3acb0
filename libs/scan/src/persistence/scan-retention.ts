import { daysBack, type RetentionRule } from '#lib/database';

export const SCAN_RETENTION: readonly RetentionRule[] = [
  {
    keep: 'scans',
    table: 'scan_run',
    // Each may have thousands of hits.
    batch: 20,
    what: 'Scans that ended, with their hits; the sessions that they opened stay',
    expired: daysBack('t.finished_at'),
  },
];
