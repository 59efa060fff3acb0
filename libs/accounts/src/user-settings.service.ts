import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { AppError, type JsonValue } from '#lib/kernel';
import { findSettingProblem, MOST_SETTINGS, SETTING_KEY } from './domain/user-setting';
import { deleteUserSetting, selectUserSettings, upsertUserSetting } from './persistence/user-settings.query';
import { lockUser } from './persistence/users.query';

/** What a user chose in a client, kept for all the clients of that user. */
@Injectable()
export class UserSettingsService {
  constructor(private readonly database: Database) {}

  /** All of a user's, by key. */
  list(userId: number): Promise<Record<string, JsonValue>> {
    return selectUserSettings(this.database, userId);
  }

  /**
   * Stores one, in place of one that is there.
   * @throws AppError 400 for a key or a value that can't be stored, `too_many_settings` beyond 50 keys.
   */
  async put(userId: number, key: string, value: object): Promise<void> {
    checkKey(key);
    const problem = findSettingProblem(value);
    if (problem !== undefined) {
      const message = `value must ${problem}`;
      throw AppError.invalid(message, [{ field: 'value', message }]);
    }
    await this.database.transaction(async (tx) => {
      await lockUser(tx, userId);
      if (await upsertUserSetting(tx, userId, key, value as JsonValue, MOST_SETTINGS)) return;
      throw AppError.conflict('too_many_settings', `you have ${MOST_SETTINGS} settings; delete one first`);
    });
  }

  /** Forgets one; a second time changes nothing. @throws AppError 400 for a key that no setting can have. */
  async remove(userId: number, key: string): Promise<void> {
    checkKey(key);
    await deleteUserSetting(this.database, userId, key);
  }
}

function checkKey(key: string): void {
  if (SETTING_KEY.test(key)) return;
  const message = 'key must be a lower-case word of at most 40 letters, digits and hyphens';
  throw AppError.invalid(message, [{ field: 'key', message }]);
}
