import { copyFile, readFile, rename, stat, truncate } from 'node:fs/promises';

export interface ServerLogBounds {
  /** A longer log becomes the previous one, which it replaces. */
  readonly bytes: number;
  /** How often a running server's log is looked at. */
  readonly everyMs: number;
}

const BOUNDS: ServerLogBounds = { bytes: 10 * 1024 * 1024, everyMs: 10_000 };

/**
 * What the server writes, in one file and a previous one. The server holds the file open from its first line to its last, and
 * appends: so while it runs, the file is copied and emptied. What is written between the two, some milliseconds, is lost.
 */
export class ServerLog {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    readonly file: string,
    private readonly bounds: ServerLogBounds = BOUNDS,
  ) {}

  /** Before the server starts: begins a new file if the present one is too long. */
  async rotate(): Promise<void> {
    if ((await this.size()) > this.bounds.bytes) await rename(this.file, this.previous);
  }

  /** Keeps the log of a running server within bounds, until {@link release}. */
  watch(): void {
    this.timer = setInterval(() => {
      // A disk that is full or a file that is locked is tried again at the next look.
      this.looking = this.looking.then(() => this.shorten()).catch(() => undefined);
    }, this.bounds.everyMs);
    this.timer.unref();
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  async size(): Promise<number> {
    return (await stat(this.file).catch(() => undefined))?.size ?? 0;
  }

  /** The server's last messages, from byte `start` on. */
  async lastComplaint(start: number): Promise<string> {
    const text = (await readFile(this.file).catch(() => Buffer.alloc(0))).subarray(start).toString('utf8');
    const lines = text.split('\n').filter((line) => /FATAL|PANIC|ERROR|could not|error while/.test(line));
    const line = lines.at(-1) ?? text.trim().split('\n').at(-1) ?? '';
    return line.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '') || 'it said nothing; see postgres.log in the data folder';
  }

  private async shorten(): Promise<void> {
    if ((await this.size()) <= this.bounds.bytes) return;
    // If even the copy does not fit on the disk, the present log goes without one.
    await copyFile(this.file, this.previous).catch(() => undefined);
    await truncate(this.file);
  }

  private get previous(): string {
    return `${this.file}.1`;
  }
}
