import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KEY_BYTES } from './secret-box';

const FILE = 'secret-key';

/** The key of stored secrets, in a file of `DATA_DIR` that its owner alone may read. Without it a backup tells no secret. */
export class SecretKeyFile {
  private readonly path: string;

  constructor(private readonly dataDir: string) {
    this.path = join(dataDir, FILE);
  }

  /** @returns the key; undefined if there is none yet. @throws if the file holds something else. */
  async read(): Promise<Buffer | undefined> {
    try {
      const key = Buffer.from((await readFile(this.path, 'utf8')).trim(), 'base64url');
      if (key.length !== KEY_BYTES) throw new Error(`${this.path} is no key of ${KEY_BYTES} bytes`);
      return key;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** @returns the key, which is made first if there is none. Of several processes at once one makes it. */
  async readOrMake(): Promise<Buffer> {
    const known = await this.read();
    if (known !== undefined) return known;
    await mkdir(this.dataDir, { recursive: true });
    const draft = `${this.path}.${process.pid}.${randomBytes(4).toString('hex')}`;
    await writeFile(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600 });
    try {
      await link(draft, this.path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      await rm(draft);
    }
    return this.readOrMake();
  }
}
