import type { SqlRunner, Transaction } from '#lib/database';
import type { JsonValue } from '#lib/kernel';

/** By key. */
export async function selectUserSettings(db: SqlRunner, userId: number): Promise<Record<string, JsonValue>> {
  const rows = await db.query<{ key: string; value: JsonValue }>(
    'select key, value from user_setting where user_id = $1 order by key',
    [userId],
  );
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** @returns false if it would be one more than `most`: nothing is stored then. The caller holds the user's lock. */
export async function upsertUserSetting(
  tx: Transaction,
  userId: number,
  key: string,
  value: JsonValue,
  most: number,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into user_setting (user_id, key, value)
     select $1, $2, $3::jsonb
     where (select count(*) from user_setting where user_id = $1 and key <> $2) < $4
     on conflict (user_id, key) do update set value = excluded.value, updated_at = now()
     returning key`,
    [userId, key, JSON.stringify(value), most],
  );
  return rows.length > 0;
}

/** One that is not there changes nothing. */
export async function deleteUserSetting(db: SqlRunner, userId: number, key: string): Promise<void> {
  await db.query('delete from user_setting where user_id = $1 and key = $2', [userId, key]);
}
