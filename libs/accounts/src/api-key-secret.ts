import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `sck_` begins a personal API key, `scc_` the key of a calendar feed, which opens nothing else. */
type KeyKind = 'sck_' | 'scc_';

const API_KEY: KeyKind = 'sck_';
const CALENDAR_KEY: KeyKind = 'scc_';
const FORM = /^([a-z]{3}_)([0-9a-f]{16})_([0-9a-f]{64})$/;

export interface NewApiKey {
  /** What the owner gets, once: `sck_<key id>_<secret>`. */
  key: string;
  keyId: string;
  secretHash: Buffer;
}

/** Makes a personal API key with 256 random bits. */
export function createApiKey(): NewApiKey {
  return createKey(API_KEY);
}

/** As {@link createApiKey}, `scc_<key id>_<secret>`. */
export function createCalendarKey(): NewApiKey {
  return createKey(CALENDAR_KEY);
}

/** Whether a Bearer credential is meant as a personal API key, well-formed or not. */
export function looksLikeApiKey(text: string): boolean {
  return text.startsWith(API_KEY);
}

/** The two parts of a key, or `undefined` if the text is none. */
export function parseApiKey(text: string): { keyId: string; secretHash: Buffer } | undefined {
  return parseKey(API_KEY, text);
}

/** As {@link parseApiKey}. */
export function parseCalendarKey(text: string): { keyId: string; secretHash: Buffer } | undefined {
  return parseKey(CALENDAR_KEY, text);
}

/** The readable part that lists show. */
export function toPrefix(keyId: string): string {
  return `${API_KEY}${keyId}`;
}

/** Compares in constant time. A fast hash is enough: the secret is random, there is nothing to guess from. */
export function sameSecret(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function createKey(kind: KeyKind): NewApiKey {
  const keyId = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('hex');
  return { key: `${kind}${keyId}_${secret}`, keyId, secretHash: hashSecret(secret) };
}

function parseKey(kind: KeyKind, text: string): { keyId: string; secretHash: Buffer } | undefined {
  const [, found, keyId, secret] = FORM.exec(text) ?? [];
  return found !== kind || keyId === undefined || secret === undefined
    ? undefined
    : { keyId, secretHash: hashSecret(secret) };
}

function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret, 'ascii').digest();
}
