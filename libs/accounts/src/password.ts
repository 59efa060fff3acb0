import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#lib/kernel';

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 200;

/** argon2id with the library's defaults: 19 MiB, 2 passes, 1 lane (the OWASP recommendation). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'));
}

export function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFKC'));
}

/** A password for a person to type once: 120 random bits. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}

/** @throws AppError `invalid_input` on one that is too short or too long. */
export function checkNewPassword(password: string, field: string): void {
  const length = [...password].length;
  if (length >= PASSWORD_MIN && length <= PASSWORD_MAX) return;
  const message = `${field} must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
  throw AppError.invalid(message, [{ field, message }]);
}
