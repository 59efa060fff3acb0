import { assignmentsOf, columnsOf, insertOf, type SqlRunner, type Transaction } from '#lib/database';
import { NotificationChannel } from './notification-channel.entity';

const SHOWN = columnsOf(NotificationChannel, '', [
  'id',
  'name',
  'kind',
  'endpoint',
  'configBox',
  'enabled',
  'disabledReason',
  'createdAt',
  'updatedAt',
]);

export type ChannelRow = Pick<
  NotificationChannel,
  'id' | 'name' | 'kind' | 'endpoint' | 'configBox' | 'enabled' | 'disabledReason' | 'createdAt' | 'updatedAt'
>;

/** A user's channels, by id. */
export function selectChannels(db: SqlRunner, userId: number): Promise<ChannelRow[]> {
  return db.query<ChannelRow>(`select ${SHOWN} from notification_channel where user_id = $1 order by id`, [userId]);
}

export async function selectChannel(db: SqlRunner, userId: number, id: number): Promise<ChannelRow | undefined> {
  const [channel] = await db.query<ChannelRow>(
    `select ${SHOWN} from notification_channel where user_id = $1 and id = $2`,
    [userId, id],
  );
  return channel;
}

export async function insertChannel(
  tx: Transaction,
  channel: Pick<NotificationChannel, 'userId' | 'name' | 'kind' | 'endpoint' | 'configBox' | 'enabled'>,
): Promise<number> {
  const { text, parameters } = insertOf(NotificationChannel, channel);
  const [row] = await tx.query<{ id: number }>(`${text} returning id`, parameters);
  if (row === undefined) throw new Error('a channel was not inserted');
  return row.id;
}

export type ChannelChanges = Partial<
  Pick<
    NotificationChannel,
    'name' | 'endpoint' | 'configBox' | 'enabled' | 'disabledReason' | 'rateRefusals' | 'freeAt'
  >
>;

export async function updateChannel(tx: Transaction, id: number, changes: ChannelChanges): Promise<void> {
  const parameters: unknown[] = [id];
  const bind = (value: unknown): string => `$${String(parameters.push(value))}`;
  const sets = [...assignmentsOf(NotificationChannel, changes, bind), 'updated_at = clock_timestamp()'];
  await tx.query(`update notification_channel set ${sets.join(', ')} where id = $1`, parameters);
}

/** @returns whether there was one. Its deliveries go with it. */
export async function deleteChannel(tx: Transaction, userId: number, id: number): Promise<boolean> {
  const rows = await tx.query('delete from notification_channel where user_id = $1 and id = $2 returning id', [
    userId,
    id,
  ]);
  return rows.length > 0;
}

/** A channel to which this worker alone sends until the lease ends. */
export type LeasedChannel = Pick<
  NotificationChannel,
  'id' | 'userId' | 'name' | 'kind' | 'endpoint' | 'configBox' | 'rateRefusals'
> & { readonly leaseToken: string };

const LEASE = `now() + interval '60 seconds'`;

/** Leases a channel that has something due; undefined: none has. */
export async function leaseChannel(db: SqlRunner, leaseToken: string): Promise<LeasedChannel | undefined> {
  const [leased] = await db.query<LeasedChannel>(
    `update notification_channel set lease_token = $1, lease_until = ${LEASE}
     where id = (
       select c.id from notification_channel c
       where c.enabled and (c.lease_until is null or c.lease_until < now()) and (c.free_at is null or c.free_at <= now())
         and exists (select from notification_delivery d where d.channel_id = c.id and d.next_attempt_at <= now())
       order by c.free_at nulls first limit 1 for update skip locked
     )
     returning ${columnsOf(NotificationChannel, '', ['id', 'userId', 'name', 'kind', 'endpoint', 'configBox', 'rateRefusals'])},
       lease_token as "leaseToken"`,
    [leaseToken],
  );
  return leased;
}

/** Ends the lease. */
export async function releaseChannel(db: SqlRunner, { id, leaseToken }: LeasedChannel): Promise<void> {
  await db.query(
    'update notification_channel set lease_token = null, lease_until = null where id = $1 and lease_token = $2',
    [id, leaseToken],
  );
}

/** Locks a leased channel and prolongs its lease. @returns whether the lease is still this worker's, and the channel on. */
export async function holdChannel(tx: Transaction, { id, leaseToken }: LeasedChannel): Promise<boolean> {
  const rows = await tx.query(
    `update notification_channel set lease_until = ${LEASE} where id = $1 and lease_token = $2 and enabled returning id`,
    [id, leaseToken],
  );
  return rows.length > 0;
}

/** Notes when the channel may be sent to again, and how often in a row it has refused for the rate. */
export async function setPace(
  tx: Transaction,
  id: number,
  { waitMs, rateRefusals }: { waitMs: number; rateRefusals: number },
): Promise<void> {
  await tx.query(
    `update notification_channel set free_at = now() + $2 * interval '1 millisecond', rate_refusals = $3 where id = $1`,
    [id, waitMs, rateRefusals],
  );
}
