import type { Database } from '#lib/database';
import { ADMINISTRATOR_ID } from './domain/user';
import { normalUsername } from './domain/username';
import { checkNewPassword, generatePassword, hashPassword } from './password';

export interface AdministratorSettings {
  username: string;
  /** Unset: one is generated. */
  password: string | undefined;
}

/**
 * Creates user id 1 where there is none. Of several processes at once, one creates it; a later change of the settings
 * changes nothing.
 * @returns the generated password, this one time, for the operator to read; `undefined` where nothing was generated.
 */
export async function ensureAdministrator(
  database: Database,
  settings: AdministratorSettings,
): Promise<{ created: boolean; generatedPassword: string | undefined }> {
  const existing = await database.query('select 1 from app_user where id = $1', [ADMINISTRATOR_ID]);
  if (existing.length > 0) return { created: false, generatedPassword: undefined };
  const username = normalUsername(settings.username);
  if (settings.password !== undefined) checkNewPassword(settings.password, 'ADMIN_PASSWORD');
  const password = settings.password ?? generatePassword();
  const inserted = await database.query(
    `insert into app_user (id, username, password_hash, role) overriding system value
     values ($1, $2, $3, 'admin') on conflict (id) do nothing returning id`,
    [ADMINISTRATOR_ID, username, await hashPassword(password)],
  );
  const created = inserted.length > 0;
  return { created, generatedPassword: created && settings.password === undefined ? password : undefined };
}
