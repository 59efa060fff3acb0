import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { recordAct, UNKNOWN_PERSON } from '#lib/audit-trail';
import { Database } from '#lib/database';
import { AppError } from '#lib/kernel';
import type { Identity } from './domain/user';
import { LoginAttemptsService } from './login-attempts.service';
import { checkNewPassword, generatePassword, hashPassword, passwordMatches } from './password';
import {
  type Account,
  deleteExpiredLogins,
  endLogin,
  insertLogin,
  selectAccount,
  selectLoginIdentity,
} from './persistence/logins.query';
import { UsersService } from './users.service';

export interface StartedLogin {
  /** Names this login in its token; ending it here ends the token. */
  loginId: string;
  user: Identity;
  expiresAt: Date;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Logins: each is a row, so that it can be ended before its token expires. Times are the real clock's. */
@Injectable()
export class LoginsService {
  /** Checked for unknown names, so that they take as long as known ones. */
  private readonly dummyHash = hashPassword(generatePassword());

  constructor(
    private readonly database: Database,
    private readonly attempts: LoginAttemptsService,
    private readonly users: UsersService,
  ) {}

  /**
   * Signs a user in.
   * @throws AppError `bad_credentials` (the same for an unknown name, a wrong password and a disabled user), or
   * `too_many_logins`.
   */
  async start(username: string, password: string, address: string, ttlSeconds: number): Promise<StartedLogin> {
    await this.attempts.record(username, address);
    const account = await this.selectAccount(username);
    const matches = await passwordMatches(account?.passwordHash ?? (await this.dummyHash), password);
    if (account?.disabledAt !== null || !matches) {
      await this.recordFailure(account, address);
      throw badCredentials();
    }
    const started = await this.insert(account, ttlSeconds);
    await this.attempts.clear(username, address);
    await deleteExpiredLogins(this.database);
    return started;
  }

  /**
   * Changes a user's own password and ends all their logins. Wrong guesses count as failed logins: a person who found an open
   * browser or a token must not be able to guess passwords here without a limit.
   * @throws AppError `wrong_password` if `current` is not their password, or `too_many_logins`.
   */
  async changePassword(user: Identity, address: string, current: string, next: string): Promise<void> {
    checkNewPassword(next, 'new_password');
    await this.attempts.record(user.username, address);
    const account = await this.selectAccount(user.username);
    if (account === undefined || !(await passwordMatches(account.passwordHash, current))) {
      const message = 'current_password is not your password';
      throw AppError.invalid(message, [{ field: 'current_password', message }], 'wrong_password');
    }
    await this.users.update(account.id, { password: next });
    await this.attempts.clear(user.username, address);
  }

  /** Ends a login at once. */
  async end(loginId: string): Promise<void> {
    await endLogin(this.database, loginId);
  }

  /** The user of an active login; `undefined` if it has ended or the user is disabled. */
  async identify(loginId: string, userId: number): Promise<Identity | undefined> {
    if (!UUID.test(loginId) || !Number.isSafeInteger(userId)) return undefined;
    return selectLoginIdentity(this.database, loginId, userId);
  }

  /**
   * An unknown name is recorded too, so that the response takes as long as for a known one, but never as it was typed:
   * people type their password into the wrong box. `attempts.record` limits how many of these events there can be.
   */
  private async recordFailure(account: Account | undefined, address: string): Promise<void> {
    const { id: subjectId = null, username: subject = null } = account ?? {};
    await recordAct(
      this.database,
      { action: 'login.failed', subjectId, subject, details: { address } },
      UNKNOWN_PERSON,
    );
  }

  private selectAccount(username: string): Promise<Account | undefined> {
    return selectAccount(this.database, username.normalize('NFKC').trim());
  }

  private async insert(account: Account, ttlSeconds: number): Promise<StartedLogin> {
    const loginId = randomUUID();
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + ttlSeconds) * 1000);
    if (!(await insertLogin(this.database, { id: loginId, expiresAt }, account))) throw badCredentials();
    const { id: userId, username, role } = account;
    return { loginId, user: { userId, username, role }, expiresAt };
  }
}

function badCredentials(): AppError {
  return new AppError('unauthorized', 'bad_credentials', 'the username or the password is wrong');
}
