import { columnNamesOf, type SqlRunner } from '#lib/database';
import { currentActor } from './acting';
import type { Act, Actor } from './domain/audit-event';
import { AuditEvent } from './persistence/audit-event.entity';

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

/**
 * Notes an act in the transaction that does it: both are there, or neither. Without an actor nothing is noted: what runs by the
 * clock is told by its job and `schedule_run`.
 * @param actor who acts, where that is not the one whom `actAs` names.
 */
export async function recordAct(sql: SqlRunner, act: Act, actor: Actor | undefined = currentActor()): Promise<void> {
  if (actor === undefined) return;
  const { action, subjectId = null, subject = null, details = {} } = act;
  await sql.query(
    `insert into audit_event (${WRITTEN})
     values ($1, $2, $3, $4, $5, $6, left($7, 300), $8)`,
    [actor.kind, actor.userId, actor.username, actor.keyPrefix, action, subjectId, subject, JSON.stringify(details)],
  );
}
