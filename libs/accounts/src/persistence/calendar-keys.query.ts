import { columnsOf, prepareStatement, type SqlRunner, type Transaction } from '#lib/database';
import { CalendarKey } from './calendar-key.entity';

const SHOWN = columnsOf(CalendarKey, '', ['createdAt', 'lastReadAt']);

/** What the owner sees of a feed. */
export type CalendarFeedView = Pick<CalendarKey, 'createdAt' | 'lastReadAt'>;

export async function selectCalendarFeed(sql: SqlRunner, userId: number): Promise<CalendarFeedView | undefined> {
  const [feed] = await sql.query<CalendarFeedView>(`select ${SHOWN} from calendar_key where user_id = $1`, [userId]);
  return feed;
}

/** Writes the user's key; the one before ends. */
export async function putCalendarKey(
  tx: Transaction,
  { userId, keyId, secretHash }: Pick<CalendarKey, 'userId' | 'keyId' | 'secretHash'>,
): Promise<CalendarFeedView> {
  const [feed] = await tx.query<CalendarFeedView>(
    `insert into calendar_key (user_id, key_id, secret_hash) values ($1, $2, $3)
     on conflict (user_id) do update set key_id = excluded.key_id, secret_hash = excluded.secret_hash,
       created_at = excluded.created_at, last_read_at = null
     returning ${SHOWN}`,
    [userId, keyId, secretHash],
  );
  if (feed === undefined) throw new Error('a calendar key was not returned');
  return feed;
}

/** @returns whether there was one. */
export async function deleteCalendarKey(tx: Transaction, userId: number): Promise<boolean> {
  const rows = await tx.query('delete from calendar_key where user_id = $1 returning user_id', [userId]);
  return rows.length > 0;
}

type IdentifiedCalendarKey = Pick<CalendarKey, 'userId' | 'secretHash'> & {
  /** Whether the stored time of the last read is older than a minute. */
  readonly readIsStale: boolean;
};

const IDENTIFY = prepareStatement<IdentifiedCalendarKey>(
  'identify_calendar_key',
  `select ${columnsOf(CalendarKey, 'k', ['userId', 'secretHash'])},
     coalesce(k.last_read_at < now() - interval '1 minute', true) as "readIsStale"
   from calendar_key k join app_user u on u.id = k.user_id
   where k.key_id = $1 and u.disabled_at is null`,
);

/** The key; undefined if it is unknown, or its user is disabled. */
export async function selectActiveCalendarKey(
  sql: SqlRunner,
  keyId: string,
): Promise<IdentifiedCalendarKey | undefined> {
  const [key] = await sql.query(IDENTIFY, [keyId]);
  return key;
}

/** At most one write a minute and key, however often the feed is read. */
export async function stampCalendarRead(sql: SqlRunner, keyId: string): Promise<void> {
  await sql.query(
    `update calendar_key set last_read_at = now()
     where key_id = $1 and coalesce(last_read_at < now() - interval '1 minute', true)`,
    [keyId],
  );
}
