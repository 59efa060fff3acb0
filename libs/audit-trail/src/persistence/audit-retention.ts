import { daysBack, type RetentionRule } from '#lib/database';

export const AUDIT_RETENTION: readonly RetentionRule[] = [
  { keep: 'auditEvents', table: 'audit_event', what: 'Acts of people', expired: daysBack('t.at') },
];
