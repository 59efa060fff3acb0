import type { SqlRunner, Transaction } from '#lib/database';
import type { PendingEvent } from '../domain/pending-event';

/** Events that are told at once. */
const MOST_EVENTS = 1000;

/** Only one process plans deliveries at a time: what belongs together comes into one digest. */
export async function tryLockPlanning(tx: Transaction): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('notifications.plan')) as locked`,
  );
  return row?.locked === true;
}

/** As {@link tryLockPlanning}, and waits for it. */
export async function lockPlanning(tx: Transaction): Promise<true> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('notifications.plan'))`);
  return true;
}

/**
 * Events that were not told yet, oldest first. Those of a run wait until its end was recorded, or half an hour after the last
 * one: a run that was cancelled records no end.
 */
export function selectUntoldEvents(tx: SqlRunner): Promise<PendingEvent[]> {
  return tx.query<PendingEvent>(
    `select e.id, e.type, e.run, e.data, to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
     from event e
     where e.told_at is null and (
       e.run is null or e.type in ('drain.completed', 'drain.failed')
       or exists (select from event ended where ended.run = e.run and ended.id > e.id
         and ended.type in ('drain.completed', 'drain.failed'))
       or not exists (select from event later where later.run = e.run and later.created_at > now() - interval '30 minutes')
     )
     order by e.id limit ${String(MOST_EVENTS)}`,
  );
}

/** Marks events under the lock of planning, by the moment and not by the begin of the transaction: a digest reads in its order. */
export async function markTold(tx: SqlRunner, ids: readonly number[]): Promise<void> {
  await tx.query('update event set told_at = clock_timestamp() where id = any($1::bigint[])', [ids]);
}

/** What was recorded, newest first. */
export interface EventRow {
  readonly id: number;
  readonly type: PendingEvent['type'];
  readonly run: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
}

/** Events that a user may see: all but what is of another one alone. @param type Of this type; null: of all. */
export async function selectEvents(
  db: SqlRunner,
  { userId, type }: { userId: number; type: string | null },
  page: { limit: number; offset: number },
): Promise<{ events: EventRow[]; total: number }> {
  const where = `where ($2::text is null or type = $2) and (
      type not in ('screen.matched', 'price.crossed', 'digest.evening', 'digest.morning', 'channel.disabled', 'budget.spent')
      or (type = 'budget.spent' and data->>'userId' is null)
      or (type in ('budget.spent', 'channel.disabled') and (data->>'userId')::bigint = $1)
      or (data->>'ruleId')::bigint in (select id from notification_rule where user_id = $1))`;
  const events = await db.query<EventRow>(
    `select id, type, run, data, created_at as "createdAt" from event ${where} order by id desc limit $3 offset $4`,
    [userId, type, page.limit, page.offset],
  );
  const [count] = await db.query<{ total: number }>(`select count(*)::int as total from event ${where}`, [
    userId,
    type,
  ]);
  return { events, total: count?.total ?? 0 };
}
