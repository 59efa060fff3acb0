import { columnsOf, prepareStatement, type RowOf, type SqlRunner } from '#lib/database';
import type { Identity } from '../domain/user';
import { Login } from './login.entity';
import { User } from './user.entity';

const ACCOUNT_COLUMNS = columnsOf(User, '', ['id', 'username', 'role', 'passwordHash', 'disabledAt']);

/** What a login checks of a user. */
export type Account = RowOf<typeof ACCOUNT_COLUMNS>;

/** Runs once a request with a token. */
const IDENTIFY_LOGIN = prepareStatement<Pick<Login, 'userId'> & Pick<User, 'username' | 'role'>>(
  'identify_login',
  `select ${columnsOf(Login, 'l', ['userId'])}, ${columnsOf(User, 'u', ['username', 'role'])}
   from login l join app_user u on u.id = l.user_id
   where l.id = $1 and l.user_id = $2 and l.revoked_at is null and l.expires_at > now() and u.disabled_at is null`,
);

/** @param username in any case. */
export async function selectAccount(sql: SqlRunner, username: string): Promise<Account | undefined> {
  const [account] = await sql.query<Account>(
    `select ${ACCOUNT_COLUMNS} from app_user where lower(username) = lower($1)`,
    [username],
  );
  return account;
}

/** The user of a login that has not ended; undefined if there is no such login or the user is disabled. */
export async function selectLoginIdentity(
  sql: SqlRunner,
  loginId: string,
  userId: number,
): Promise<Identity | undefined> {
  const [identity] = await sql.query(IDENTIFY_LOGIN, [loginId, userId]);
  return identity;
}

/**
 * Locks the account's row, so that no change of its password commits in between.
 * @returns whether it was inserted; false if the account was disabled or has another password by now.
 */
export async function insertLogin(
  sql: SqlRunner,
  { id, expiresAt }: Pick<Login, 'id' | 'expiresAt'>,
  account: Pick<Account, 'id' | 'passwordHash'>,
): Promise<boolean> {
  const inserted = await sql.query(
    `with account as (
       select id from app_user where id = $2 and password_hash = $4 and disabled_at is null for share
     )
     insert into login (id, user_id, expires_at) select $1, id, $3 from account returning id`,
    [id, account.id, expiresAt, account.passwordHash],
  );
  return inserted.length > 0;
}

export async function endLogin(sql: SqlRunner, id: string): Promise<void> {
  await sql.query('update login set revoked_at = now() where id = $1 and revoked_at is null', [id]);
}

export async function endLoginsOfUser(sql: SqlRunner, userId: number): Promise<void> {
  await sql.query('update login set revoked_at = now() where user_id = $1 and revoked_at is null', [userId]);
}

/** Deletes the logins that expired more than a day ago. */
export async function deleteExpiredLogins(sql: SqlRunner): Promise<void> {
  await sql.query(`delete from login where expires_at < now() - interval '1 day'`);
}
