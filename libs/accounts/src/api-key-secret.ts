import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const PREFIX = 'sck_';
const FORM = /^sck_([0-9a-f]{16})_([0-9a-f]{64})$/;

export interface NewApiKey {
  /** What the owner gets, once: `sck_<key id>_<secret>`. */
  key: string;
  keyId: string;
  secretHash: Buffer;
}

/** Makes a personal API key with 256 random bits. */
export function createApiKey(): NewApiKey {
  const keyId = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('hex');
  return { key: `${PREFIX}${keyId}_${secret}`, keyId, secretHash: hashSecret(secret) };
}

/** Whether a Bearer credential is meant as a personal API key, well-formed or not. */
export function looksLikeApiKey(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** The two parts of a key, or `undefined` if the text is none. */
export function parseApiKey(text: string): { keyId: string; secretHash: Buffer } | undefined {
  const [, keyId, secret] = FORM.exec(text) ?? [];
  return keyId === undefined || secret === undefined ? undefined : { keyId, secretHash: hashSecret(secret) };
}

/** The readable part that lists show. */
export function toPrefix(keyId: string): string {
  return `${PREFIX}${keyId}`;
}

/** Compares in constant time. A fast hash is enough: the secret is random, there is nothing to guess from. */
export function sameSecret(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'ascii').digest();
}
