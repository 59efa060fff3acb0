import { hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { decryptSecret, encryptSecret, KEY_BYTES } from './secret-box';
import { SecretKeyFile } from './secret-key-file';

/**
 * Encrypts what the database must keep and nobody may read there: with the key of `SECRETS_KEY`, else with that of a file in
 * `DATA_DIR`. A backup of the database alone tells no secret.
 */
@Injectable()
export class Secrets {
  private readonly file: SecretKeyFile;
  private readonly setKey: Buffer | undefined;

  constructor(@Inject(APP_CONFIG) config: AppConfig) {
    this.file = new SecretKeyFile(config.dataDir);
    this.setKey = config.secretsKey === undefined ? undefined : deriveKey(config.secretsKey);
  }

  async encrypt(secret: string): Promise<Buffer> {
    return encryptSecret(this.setKey ?? (await this.file.readOrMake()), secret);
  }

  /** Reads with either key, so that `SECRETS_KEY` may be set later. @returns undefined where neither opens it. */
  async decrypt(box: Buffer): Promise<string | undefined> {
    const opened = this.setKey === undefined ? undefined : decryptSecret(this.setKey, box);
    if (opened !== undefined) return opened;
    const key = await this.file.read();
    return key === undefined ? undefined : decryptSecret(key, box);
  }
}

/** A key of the right size out of a text of any; the text is random already, at least 32 characters of it. */
function deriveKey(text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, '', 'stock-cycle stored secrets', KEY_BYTES));
}
