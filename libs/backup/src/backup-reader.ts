import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AppError, messageOf } from '#lib/kernel';
import { ROWS_END } from './backup-content';
import { type BackupHeader, parseEndLine, parseHeaderLine } from './domain/backup-header';

/** A header is a few kilobytes; a file without line ends is no backup. */
const LONGEST_LINE = 4 * 1024 * 1024;
const LINE_END = 10;
const END_OF_ROWS = Buffer.from(ROWS_END);
const END_BEHIND_ROWS = Buffer.from(`\n${ROWS_END}`);
const NOTHING = Buffer.alloc(0);

/** Reads a backup from its beginning to its end, piece by piece, and sums it up on the way. */
export class BackupReader {
  private rest: Buffer = NOTHING;
  private readonly hash = createHash('sha256');

  private constructor(private readonly chunks: AsyncIterator<Buffer, undefined>) {}

  /** @throws AppError `path_not_found`. */
  static async open(file: string): Promise<BackupReader> {
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true) {
      throw new AppError('not_found', 'path_not_found', `there is no file ${file}`, { details: { path: file } });
    }
    const text = createGunzip({ chunkSize: 256 * 1024 });
    // A failure of the file or its compression comes out of the iterator as well.
    pipeline(createReadStream(file), text, () => undefined);
    return new BackupReader(
      (text as AsyncIterable<Buffer>)[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>,
    );
  }

  /** @throws AppError `not_a_backup`, `backup_newer`. */
  async header(): Promise<BackupHeader> {
    try {
      return parseHeaderLine(await this.line());
    } catch (error) {
      if (error instanceof AppError && error.code !== 'backup_damaged') throw error;
      throw new AppError('invalid', 'not_a_backup', 'the file is not a backup of Stock Cycle', { cause: error });
    }
  }

  /** The next line, without its end. @throws AppError `backup_damaged`. */
  async line(): Promise<string> {
    let end = this.rest.indexOf(LINE_END);
    while (end === -1) {
      if (this.rest.length > LONGEST_LINE || !(await this.more())) throw damaged('it ends too early');
      end = this.rest.indexOf(LINE_END);
    }
    return this.take(end + 1).toString('utf8', 0, end);
  }

  /** Whole rows of the table whose statement was read just before, up to the line that ends them. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.rest.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.take(END_OF_ROWS.length);
        return;
      }
      const end = this.rest.indexOf(END_BEHIND_ROWS);
      const whole = (end === -1 ? this.rest.lastIndexOf(LINE_END) : end) + 1;
      if (whole > 0) yield this.take(whole);
      else if (!(await this.more())) throw damaged('it ends too early');
    }
  }

  /** Reads the last line. @throws AppError `backup_damaged` if the content is not what was written. */
  async requireIntact(): Promise<void> {
    const sum = this.hash.copy().digest('hex');
    if (parseEndLine(await this.line()) !== sum) throw damaged('its checksum is wrong');
    if (this.rest.length > 0 || (await this.more())) throw damaged('something follows its end');
  }

  /** Gives the file back. */
  async close(): Promise<void> {
    await this.chunks.return?.();
  }

  private take(bytes: number): Buffer {
    const piece = this.rest.subarray(0, bytes);
    this.rest = this.rest.subarray(bytes);
    this.hash.update(piece);
    return piece;
  }

  /** @returns false at the end of the file. */
  private async more(): Promise<boolean> {
    try {
      const { value } = await this.chunks.next();
      if (value === undefined) return false;
      this.rest = this.rest.length === 0 ? value : Buffer.concat([this.rest, value]);
      return true;
    } catch (error) {
      throw damaged(messageOf(error));
    }
  }
}

/** @param reason follows in brackets. */
export function damaged(reason: string): AppError {
  return new AppError('invalid', 'backup_damaged', `the backup is damaged (${reason}); nothing was changed`, {
    details: { reason },
  });
}
