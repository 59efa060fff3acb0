import { columnNamesOf, type SqlRunner } from '#lib/database';
import type { Act, Actor } from '../domain/audit-event';
import { AuditEvent } from './audit-event.entity';

const WRITTEN = columnNamesOf(AuditEvent, [
  'actorKind',
  'actorId',
  'actorName',
  'keyPrefix',
  'action',
  'subjectId',
  'subject',
  'details',
]);

export async function insertAuditEvent(sql: SqlRunner, act: Act, actor: Actor): Promise<void> {
  const { action, subjectId = null, subject = null, details = {} } = act;
  await sql.query(
    `insert into audit_event (${WRITTEN})
     values ($1, $2, $3, $4, $5, $6, left($7, 300), $8)`,
    [actor.kind, actor.userId, actor.username, actor.keyPrefix, action, subjectId, subject, JSON.stringify(details)],
  );
}
