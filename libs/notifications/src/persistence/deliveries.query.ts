import { columnsOf, type SqlRunner, type Transaction } from '#lib/database';
import type { Message } from '../domain/message';
import type { DeliveryState } from '../domain/delivery-state';
import type { PendingEvent } from '../domain/pending-event';
import { NotificationDelivery } from './notification-delivery.entity';

/** Writes a delivery; one that exists for the event and the channel stays. @param waitMs 0: at once. */
export async function insertDelivery(
  tx: SqlRunner,
  { eventId, channelId, message, waitMs }: { eventId: number; channelId: number; message: Message; waitMs: number },
): Promise<void> {
  await tx.query(
    `insert into notification_delivery (event_id, channel_id, message, state, next_attempt_at)
     values ($1, $2, $3, case when $4 > 0 then 'waiting' else 'pending' end, now() + $4 * interval '1 millisecond')
     on conflict (event_id, channel_id) do nothing`,
    [eventId, channelId, JSON.stringify(message), waitMs],
  );
}

/** What an attempt sends. */
export interface DueDelivery {
  readonly id: number;
  readonly attempts: number;
  readonly message: Message;
  readonly event: Pick<PendingEvent, 'id' | 'type' | 'createdAt'> & { readonly data: Record<string, unknown> };
}

/** The oldest delivery of a channel that is due; undefined: none is. */
export async function selectDue(tx: SqlRunner, channelId: number): Promise<DueDelivery | undefined> {
  const [due] = await tx.query<DueDelivery>(
    `select d.id, d.attempts, d.message, json_build_object('id', e.id, 'type', e.type, 'data', e.data,
       'createdAt', to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as event
     from notification_delivery d join event e on e.id = d.event_id
     where d.channel_id = $1 and d.next_attempt_at <= now() order by d.next_attempt_at, d.id limit 1`,
    [channelId],
  );
  return due;
}

/** How an attempt has ended. */
export interface AttemptEnd {
  readonly state: DeliveryState;
  /** For `waiting` alone. */
  readonly waitMs: number | null;
  readonly attempts: number;
  readonly status: number | null;
  readonly reason: string;
  readonly answer: string | null;
}

export async function storeAttempt(
  tx: SqlRunner,
  id: number,
  { state, waitMs, attempts, status, reason, answer }: AttemptEnd,
): Promise<void> {
  await tx.query(
    `update notification_delivery set state = $2, attempts = $3, last_status = $4, last_answer = $5, service_answer = $6,
       next_attempt_at = now() + $7::double precision * interval '1 millisecond',
       sent_at = case when $2 = 'sent' then now() end
     where id = $1`,
    [id, state, attempts, status, reason, answer, waitMs],
  );
}

/** Ends what still waits for a channel that was switched off. */
export async function endWaiting(tx: SqlRunner, channelId: number, reason: string): Promise<void> {
  await tx.query(
    `update notification_delivery set state = 'disabled', last_answer = $2, next_attempt_at = null
     where channel_id = $1 and next_attempt_at is not null`,
    [channelId, reason],
  );
}

const COLUMNS = columnsOf(NotificationDelivery, 'd', [
  'id',
  'eventId',
  'channelId',
  'message',
  'state',
  'attempts',
  'nextAttemptAt',
  'lastStatus',
  'lastAnswer',
  'serviceAnswer',
  'sentAt',
  'createdAt',
]);

export type DeliveryRow = NotificationDelivery & { readonly eventType: PendingEvent['type'] };

const FROM = `from notification_delivery d
  join event e on e.id = d.event_id join notification_channel c on c.id = d.channel_id`;

/** Deliveries to a user's channels, newest first. @param filter null: all. */
export async function selectDeliveries(
  db: SqlRunner,
  userId: number,
  filter: { channelId: number | null; state: DeliveryState | null },
  page: { limit: number; offset: number },
): Promise<{ deliveries: DeliveryRow[]; total: number }> {
  const where = `where c.user_id = $1 and ($2::bigint is null or d.channel_id = $2) and ($3::text is null or d.state = $3)`;
  const parameters = [userId, filter.channelId, filter.state];
  const deliveries = await db.query<DeliveryRow>(
    `select ${COLUMNS}, e.type as "eventType" ${FROM} ${where} order by d.id desc limit $4 offset $5`,
    [...parameters, page.limit, page.offset],
  );
  const [count] = await db.query<{ total: number }>(`select count(*)::int as total ${FROM} ${where}`, parameters);
  return { deliveries, total: count?.total ?? 0 };
}

export async function selectDelivery(db: SqlRunner, userId: number, id: number): Promise<DeliveryRow | undefined> {
  const [delivery] = await db.query<DeliveryRow>(
    `select ${COLUMNS}, e.type as "eventType" ${FROM} where c.user_id = $1 and d.id = $2`,
    [userId, id],
  );
  return delivery;
}

/** Sends a delivery again from its first attempt on. @returns whether its channel is on. */
export async function requeueDelivery(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.query(
    `update notification_delivery d set state = 'pending', attempts = 0, next_attempt_at = now(), sent_at = null
     from notification_channel c where d.id = $1 and c.id = d.channel_id and c.enabled returning d.id`,
    [id],
  );
  return rows.length > 0;
}
