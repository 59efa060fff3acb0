import { columnsOf, type SqlRunner } from '#lib/database';
import type { UserRole } from '../domain/user';
import { User } from './user.entity';

/** What lists and responses show of a user: never the password's hash. */
export const SHOWN_USER_COLUMNS = {
  id: true,
  username: true,
  role: true,
  disabledAt: true,
  createdAt: true,
} as const;
const COLUMNS = columnsOf(User, '', SHOWN_USER_COLUMNS);

/** A user as lists and responses show it. */
export type UserView = Pick<User, keyof typeof SHOWN_USER_COLUMNS>;

/** What a change of a user writes; null leaves a column as it is. */
export interface UserColumnChange {
  role: UserRole | null;
  passwordHash: string | null;
  disabled: boolean | null;
}

/** @param username in any case. */
export async function selectUserByName(sql: SqlRunner, username: string): Promise<UserView | undefined> {
  const [user] = await sql.query<UserView>(`select ${COLUMNS} from app_user where lower(username) = lower($1)`, [
    username,
  ]);
  return user;
}

export async function userExists(sql: SqlRunner, id: number): Promise<boolean> {
  const existing = await sql.query('select 1 from app_user where id = $1', [id]);
  return existing.length > 0;
}

/** Locks the user's row until the transaction ends. */
export async function lockUser(sql: SqlRunner, id: number): Promise<void> {
  await sql.query('select 1 from app_user where id = $1 for update', [id]);
}

/** @returns whether it was inserted; false if there is a user with the id. */
export async function insertAdministrator(
  sql: SqlRunner,
  { id, username, passwordHash }: Pick<User, 'id' | 'username' | 'passwordHash'>,
): Promise<boolean> {
  const inserted = await sql.query(
    `insert into app_user (id, username, password_hash, role) overriding system value
     values ($1, $2, $3, 'admin') on conflict (id) do nothing returning id`,
    [id, username, passwordHash],
  );
  return inserted.length > 0;
}

/** @returns the changed user; undefined if there is none. */
export async function updateUser(
  sql: SqlRunner,
  id: number,
  { role, passwordHash, disabled }: UserColumnChange,
): Promise<UserView | undefined> {
  const [user] = await sql.query<UserView>(
    `update app_user set role = coalesce($2, role), password_hash = coalesce($3, password_hash), updated_at = now(),
       disabled_at = case coalesce($4, disabled_at is not null) when true then coalesce(disabled_at, now()) end
     where id = $1 returning ${COLUMNS}`,
    [id, role, passwordHash, disabled],
  );
  return user;
}
