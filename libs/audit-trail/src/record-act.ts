import type { SqlRunner } from '#lib/database';
import { currentActor } from './acting';
import type { Act, Actor } from './domain/audit-event';
import { insertAuditEvent } from './persistence/insert-audit-event.query';

/**
 * Records an act in the transaction that does it: both are written, or neither. Without an actor nothing is recorded: what
 * runs by the clock is in its job and in `schedule_run`.
 * @param actor the actor, if it is not that of `actAs`.
 */
export async function recordAct(sql: SqlRunner, act: Act, actor: Actor | undefined = currentActor()): Promise<void> {
  if (actor !== undefined) await insertAuditEvent(sql, act, actor);
}
