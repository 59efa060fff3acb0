import { columnNamesOf, columnsOf, prepareStatement, type RowOf, type SqlRunner } from '#lib/database';
import { ApiKey } from './api-key.entity';
import { User } from './user.entity';

/** What the owner sees of a key, and the id that finds it. */
export const SHOWN_KEY_COLUMNS = {
  id: true,
  keyId: true,
  name: true,
  scopes: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  createdAt: true,
} as const;
const COLUMNS = columnsOf(ApiKey, '', SHOWN_KEY_COLUMNS);

export type ApiKeyRow = RowOf<typeof COLUMNS>;

const INSERTED = columnNamesOf(ApiKey, ['keyId', 'secretHash', 'name', 'userId', 'expiresAt', 'scopes']);

export interface ApiKeyToInsert extends Pick<ApiKey, 'keyId' | 'secretHash' | 'name' | 'userId'> {
  /** Null: never. */
  expiresInDays: number | null;
  scopes: readonly ApiKey['scopes'][number][];
}

export type IdentifiedKey = Pick<ApiKey, 'id' | 'secretHash' | 'userId' | 'scopes'> &
  Pick<User, 'username' | 'role'> & {
    /** Whether the stored time of its last use is older than a minute. */
    useIsStale: boolean;
  };

/** Runs once a request with a key. */
const IDENTIFY_KEY = prepareStatement<IdentifiedKey>(
  'identify_api_key',
  `select ${columnsOf(ApiKey, 'k', ['id', 'secretHash', 'userId', 'scopes'])}, ${columnsOf(User, 'u', ['username', 'role'])},
     coalesce(k.last_used_at < now() - interval '1 minute', true) as "useIsStale"
   from api_key k join app_user u on u.id = k.user_id
   where k.key_id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
     and u.disabled_at is null`,
);

/** The key and its user; undefined if it is unknown, expired or revoked, or the user is disabled. */
export async function selectActiveKey(sql: SqlRunner, keyId: string): Promise<IdentifiedKey | undefined> {
  const [key] = await sql.query(IDENTIFY_KEY, [keyId]);
  return key;
}

/**
 * Deletes the oldest revoked or expired keys of a user, as many as it takes to keep `most`.
 * @returns how many keys the user has then.
 */
export async function trimDeadKeys(sql: SqlRunner, userId: number, most: number): Promise<number> {
  const [kept] = await sql.query<{ count: number }>(
    `with dead as (
       delete from api_key where id in (
         select id from api_key where user_id = $1 and (revoked_at is not null or expires_at <= now())
         order by id limit (select greatest(0, count(*) - $2) from api_key where user_id = $1)
       ) returning id
     )
     select (select count(*) from api_key where user_id = $1)::int - (select count(*) from dead)::int as count`,
    [userId, most],
  );
  if (kept === undefined) throw new Error('the count of keys was not returned');
  return kept.count;
}

export async function insertApiKey(
  sql: SqlRunner,
  { keyId, secretHash, name, userId, expiresInDays, scopes }: ApiKeyToInsert,
): Promise<ApiKeyRow> {
  const [row] = await sql.query<ApiKeyRow>(
    `insert into api_key (${INSERTED})
     values ($1, $2, $3, $4, now() + make_interval(days => $5), $6) returning ${COLUMNS}`,
    [keyId, secretHash, name, userId, expiresInDays, scopes],
  );
  if (row === undefined) throw new Error('the new key was not returned');
  return row;
}

/** @returns the key; undefined if the user has no such key or it is revoked already. */
export async function revokeApiKey(sql: SqlRunner, userId: number, id: number): Promise<ApiKeyRow | undefined> {
  const [revoked] = await sql.query<ApiKeyRow>(
    `update api_key set revoked_at = now() where id = $1 and user_id = $2 and revoked_at is null returning ${COLUMNS}`,
    [id, userId],
  );
  return revoked;
}

/** At most one write a minute and key, however often the key is used. */
export async function stampKeyUse(sql: SqlRunner, id: number): Promise<void> {
  await sql.query(
    `update api_key set last_used_at = now()
     where id = $1 and coalesce(last_used_at < now() - interval '1 minute', true)`,
    [id],
  );
}
