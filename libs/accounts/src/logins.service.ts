import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { recordAct, UNKNOWN_PERSON } from '#lib/audit-trail';
import { columnsOf, Database, prepareStatement, type RowOf } from '#lib/database';
import { AppError } from '#lib/kernel';
import type { Identity } from './domain/user';
import { LoginAttempts } from './login-attempts';
import { checkNewPassword, generatePassword, hashPassword, passwordMatches } from './password';
import { Login } from './persistence/login.entity';
import { User } from './persistence/user.entity';
import { UsersService } from './users.service';

export interface StartedLogin {
  /** Names this login in its token; ending it here ends the token. */
  loginId: string;
  user: Identity;
  expiresAt: Date;
}

const ACCOUNT_COLUMNS = columnsOf(User, '', ['id', 'username', 'role', 'passwordHash', 'disabledAt']);

type Account = RowOf<typeof ACCOUNT_COLUMNS>;

/** Runs once a request with a token. */
const IDENTIFY_LOGIN = prepareStatement<Pick<Login, 'userId'> & Pick<User, 'username' | 'role'>>(
  'identify_login',
  `select ${columnsOf(Login, 'l', ['userId'])}, ${columnsOf(User, 'u', ['username', 'role'])}
   from login l join app_user u on u.id = l.user_id
   where l.id = $1 and l.user_id = $2 and l.revoked_at is null and l.expires_at > now() and u.disabled_at is null`,
);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Logins: each is a row, so that it can be ended before its token expires. Times are the real clock's. */
@Injectable()
export class LoginsService {
  /** Checked for unknown names, so that they take as long as known ones. */
  private readonly dummyHash = hashPassword(generatePassword());

  constructor(
    private readonly database: Database,
    private readonly attempts: LoginAttempts,
    private readonly users: UsersService,
  ) {}

  /**
   * Signs a user in.
   * @throws AppError `bad_credentials` (the same for an unknown name, a wrong password and a disabled user), or
   * `too_many_logins`.
   */
  async start(username: string, password: string, address: string, ttlSeconds: number): Promise<StartedLogin> {
    await this.attempts.book(username, address);
    const account = await this.accountOf(username);
    const matches = await passwordMatches(account?.passwordHash ?? (await this.dummyHash), password);
    if (account?.disabledAt !== null || !matches) {
      await this.recordFailure(account, address);
      throw badCredentials();
    }
    const started = await this.insert(account, ttlSeconds);
    await this.attempts.clear(username, address);
    await this.database.query(`delete from login where expires_at < now() - interval '1 day'`);
    return started;
  }

  /**
   * Changes a user's own password and ends all his logins. Wrong guesses count as failed logins: who found an open browser
   * or a token must not try passwords here without end.
   * @throws AppError `wrong_password` where `current` is not his password, or `too_many_logins`.
   */
  async changePassword(user: Identity, address: string, current: string, next: string): Promise<void> {
    checkNewPassword(next, 'new_password');
    await this.attempts.book(user.username, address);
    const account = await this.accountOf(user.username);
    if (account === undefined || !(await passwordMatches(account.passwordHash, current))) {
      const message = 'current_password is not your password';
      throw AppError.invalid(message, [{ field: 'current_password', message }], 'wrong_password');
    }
    await this.users.update(account.id, { password: next });
    await this.attempts.clear(user.username, address);
  }

  /** Ends a login at once. */
  async end(loginId: string): Promise<void> {
    await this.database.query('update login set revoked_at = now() where id = $1 and revoked_at is null', [loginId]);
  }

  /** Whom a live login names; `undefined` where it has ended or the user is disabled. */
  async identify(loginId: string, userId: number): Promise<Identity | undefined> {
    if (!UUID.test(loginId) || !Number.isSafeInteger(userId)) return undefined;
    const [identity] = await this.database.query(IDENTIFY_LOGIN, [loginId, userId]);
    return identity;
  }

  /**
   * An unknown name is recorded too, so that the answer to it takes as long as to a known one, but never as it was typed:
   * people type their password into the wrong box. `attempts.book` limits how many of these events there can be.
   */
  private async recordFailure(account: Account | undefined, address: string): Promise<void> {
    const { id: subjectId = null, username: subject = null } = account ?? {};
    await recordAct(
      this.database,
      { action: 'login.failed', subjectId, subject, details: { address } },
      UNKNOWN_PERSON,
    );
  }

  private async accountOf(username: string): Promise<Account | undefined> {
    const [account] = await this.database.query<Account>(
      `select ${ACCOUNT_COLUMNS} from app_user where lower(username) = lower($1)`,
      [username.normalize('NFKC').trim()],
    );
    return account;
  }

  /** The lock and the second look at the hash close the gap to a password change that commits in between. */
  private async insert(account: Account, ttlSeconds: number): Promise<StartedLogin> {
    const loginId = randomUUID();
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + ttlSeconds) * 1000);
    const inserted = await this.database.query(
      `with account as (
         select id from app_user where id = $2 and password_hash = $4 and disabled_at is null for share
       )
       insert into login (id, user_id, expires_at) select $1, id, $3 from account returning id`,
      [loginId, account.id, expiresAt, account.passwordHash],
    );
    if (inserted.length === 0) throw badCredentials();
    const { id: userId, username, role } = account;
    return { loginId, user: { userId, username, role }, expiresAt };
  }
}

function badCredentials(): AppError {
  return new AppError('unauthorized', 'bad_credentials', 'the username or the password is wrong');
}
