import { Injectable } from '@nestjs/common';
import { recordAct } from '#lib/audit-trail';
import { constraintOf, Database, type Transaction } from '#lib/database';
import { AppError } from '#lib/kernel';
import type { UserChange, UserRole } from './domain/user';
import { normalizeUsername } from './domain/username';
import { checkNewPassword, generatePassword, hashPassword } from './password';
import { endLoginsOfUser } from './persistence/logins.query';
import { User } from './persistence/user.entity';
import { selectUserByName, SHOWN_USER_COLUMNS, updateUser, type UserView } from './persistence/users.query';

/** The people who may sign in. Names that differ only in case are equal. */
@Injectable()
export class UsersService {
  constructor(private readonly database: Database) {}

  /** All of them in the order of their ids. */
  list(): Promise<UserView[]> {
    return this.database.repository(User).find({ select: SHOWN_USER_COLUMNS, order: { id: 'asc' } });
  }

  /** As {@link list}, a page, and how many there are. */
  async page({ limit, offset }: { limit: number; offset: number }): Promise<{ items: UserView[]; total: number }> {
    const [items, total] = await this.database
      .repository(User)
      .findAndCount({ select: SHOWN_USER_COLUMNS, order: { id: 'asc' }, take: limit, skip: offset });
    return { items, total };
  }

  /** @throws AppError `not_found`. */
  async getByUsername(username: string): Promise<UserView> {
    const user = await selectUserByName(this.database, normalizeUsername(username));
    return user ?? noSuchUser();
  }

  /** @throws AppError `username_taken`. */
  async create(input: { username: string; password: string; role: UserRole }): Promise<UserView> {
    const username = normalizeUsername(input.username);
    checkNewPassword(input.password, 'password');
    try {
      const passwordHash = await hashPassword(input.password);
      return await this.database.transaction(async (tx) => {
        const users = tx.repository(User);
        const user = users.create({ username, passwordHash, role: input.role, disabledAt: null });
        await users.insert(user);
        const { id, role, disabledAt, createdAt } = user;
        await recordAct(tx, { action: 'user.created', subjectId: id, subject: username, details: { role } });
        return { id, username, role, disabledAt, createdAt };
      });
    } catch (error) {
      if (constraintOf(error) !== 'app_user_username') throw error;
      throw AppError.conflict('username_taken', `there is a user named ${username} already`, { username });
    }
  }

  /**
   * Applies all of `change` or nothing. Disabling and a new password end all logins at once; API keys do not work for as
   * long as a user is disabled.
   * @throws AppError `not_found`, or `administrator_needed` if user id 1 would stop being an enabled administrator.
   */
  async update(id: number, change: UserChange): Promise<UserView> {
    if (change.password !== undefined) checkNewPassword(change.password, 'password');
    const passwordHash = change.password === undefined ? null : await hashPassword(change.password);
    try {
      return await this.database.transaction(async (tx) => {
        const { role = null, disabled = null } = change;
        const user = await updateUser(tx, id, { role, passwordHash, disabled });
        if (user === undefined) return noSuchUser();
        if (change.disabled === true || passwordHash !== null) await endLoginsOfUser(tx, id);
        await recordChange(tx, user, change);
        return user;
      });
    } catch (error) {
      if (constraintOf(error) !== 'app_user_administrator_check') throw error;
      throw AppError.conflict('administrator_needed', 'the first administrator can be neither disabled nor demoted');
    }
  }

  /** As {@link update}, by name. */
  async setDisabled(username: string, disabled: boolean): Promise<UserView> {
    return this.update((await this.getByUsername(username)).id, { disabled });
  }

  /** Gives a user a new random password and ends their logins. @returns the password, this one time. */
  async resetPassword(username: string): Promise<string> {
    const password = generatePassword();
    await this.update((await this.getByUsername(username)).id, { password });
    return password;
  }
}

async function recordChange(tx: Transaction, { id, username }: UserView, change: UserChange): Promise<void> {
  const { role, password, disabled } = change;
  const subject = { subjectId: id, subject: username };
  if (role !== undefined) await recordAct(tx, { action: 'user.role_changed', ...subject, details: { role } });
  if (password !== undefined) await recordAct(tx, { action: 'user.password_changed', ...subject });
  if (disabled !== undefined) await recordAct(tx, { action: disabled ? 'user.disabled' : 'user.enabled', ...subject });
}

function noSuchUser(): never {
  throw AppError.notFound('there is no such user', undefined, { resource: 'user' });
}
