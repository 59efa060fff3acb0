import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
export const KEY_BYTES = 32;

/** Encrypts a secret. @param key 32 bytes. @returns nonce, tag and content. */
export function encryptSecret(key: Buffer, secret: string): Buffer {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]);
}

/** @returns the secret; undefined if it was encrypted by another key, or changed. */
export function decryptSecret(key: Buffer, box: Buffer): string | undefined {
  if (box.length < NONCE + TAG) return undefined;
  const decipher = createDecipheriv(CIPHER, key, box.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(box.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(box.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    // Node names no reason but "unable to authenticate data".
    return undefined;
  }
}
