import { AppError } from '#lib/kernel';

const USERNAME_MAX = 64;
const USERNAME_SIGNS = '. _ @ -';

/**
 * A name as it is stored and looked up: NFKC, trimmed; 1 to 64 letters, digits and `. _ @ -`. Names that differ only in case
 * are equal.
 * @throws AppError `invalid_input`.
 */
export function normalizeUsername(text: string): string {
  const name = text.normalize('NFKC').trim();
  if (!/^[\p{L}\p{N}._@-]+$/u.test(name) || [...name].length > USERNAME_MAX) {
    const message = `username must be 1 to ${USERNAME_MAX} letters, digits or ${USERNAME_SIGNS}`;
    const details = { reason: 'bad_username', longest: USERNAME_MAX, signs: USERNAME_SIGNS };
    throw AppError.invalid(message, [{ field: 'username', message }], undefined, details);
  }
  return name;
}
