import { randomBytes } from 'node:crypto';
import { decryptSecret, encryptSecret, KEY_BYTES } from './secret-box';

const key = randomBytes(KEY_BYTES);

describe('an encrypted secret', () => {
  it('is read with its key, and is another text each time', () => {
    const [one, other] = [encryptSecret(key, 'token 令牌'), encryptSecret(key, 'token 令牌')];
    expect(decryptSecret(key, one)).toBe('token 令牌');
    expect(one.equals(other)).toBe(false);
    expect(one.includes('token')).toBe(false);
  });

  it('is not read with another key, nor after any change', () => {
    const box = encryptSecret(key, 'token');
    expect(decryptSecret(randomBytes(KEY_BYTES), box)).toBeUndefined();
    for (let at = 0; at < box.length; at += 1) {
      const changed = Buffer.from(box);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(decryptSecret(key, changed)).toBeUndefined();
    }
    expect(decryptSecret(key, box.subarray(0, 20))).toBeUndefined();
  });
});
