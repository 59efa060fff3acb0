import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#lib/kernel';
import { isCommonPassword } from './domain/common-passwords';

const PASSWORD_MIN = 10;
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

/** @throws AppError `invalid_input` on one that is too short or too long, `common_password` on one that is guessed first. */
export function checkNewPassword(password: string, field: string): void {
  const text = password.normalize('NFKC');
  const length = [...text].length;
  if (length < PASSWORD_MIN || length > PASSWORD_MAX) {
    const message = `${field} must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`;
    throw AppError.invalid(message, [{ field, message }]);
  }
  if (isCommonPassword(text)) {
    const message = `${field} is one of the commonest passwords, which are guessed first; choose another`;
    throw AppError.invalid(message, [{ field, message }], 'common_password');
  }
}
