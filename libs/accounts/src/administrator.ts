import type { Database } from '#lib/database';
import { ADMINISTRATOR_ID } from './domain/user';
import { normalizeUsername } from './domain/username';
import { checkNewPassword, generatePassword, hashPassword } from './password';
import { insertAdministrator, userExists } from './persistence/users.query';

export interface AdministratorSettings {
  username: string;
  /** Unset: one is generated. */
  password: string | undefined;
}

/**
 * Creates user id 1 if there is none. If several processes start at once, one creates it; a later change of the settings
 * changes nothing.
 * @returns the generated password, this one time, for the operator to read; `undefined` if none was generated.
 */
export async function ensureAdministrator(
  database: Database,
  settings: AdministratorSettings,
): Promise<{ created: boolean; generatedPassword: string | undefined }> {
  if (await userExists(database, ADMINISTRATOR_ID)) return { created: false, generatedPassword: undefined };
  const username = normalizeUsername(settings.username);
  if (settings.password !== undefined) checkNewPassword(settings.password, 'ADMIN_PASSWORD');
  const password = settings.password ?? generatePassword();
  const passwordHash = await hashPassword(password);
  const created = await insertAdministrator(database, { id: ADMINISTRATOR_ID, username, passwordHash });
  return { created, generatedPassword: created && settings.password === undefined ? password : undefined };
}
