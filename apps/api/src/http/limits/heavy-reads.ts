import { Injectable } from '@nestjs/common';
import { AppError } from '#lib/kernel';

/** Replies of more rows are heavy. */
const LIGHT_ROWS = 5000;

/** Heavy reads of this process at a time: the others leave connections and the thread to light requests. */
const AT_ONCE = 4;

const WAIT_MS = 3000;
const RETRY_AFTER_SECONDS = 3;

/** Bounds how many long replies one API process makes at a time. */
@Injectable()
export class HeavyReads {
  private running = 0;
  /** In the order in which they came. */
  private readonly waiting = new Set<() => void>();

  /**
   * Runs a read, a heavy one in its turn.
   * @param rows About how many rows it reads.
   * @param isGone Whether the client has gone while it waited: then nothing is read.
   * @throws AppError 503 `too_many_heavy_reads` where its turn does not come soon.
   */
  async run<T>(rows: number, read: () => Promise<T>, isGone: () => boolean): Promise<T> {
    if (rows <= LIGHT_ROWS) return read();
    await this.turn();
    try {
      if (isGone()) throw tooMany();
      return await read();
    } finally {
      this.passOn();
    }
  }

  private turn(): Promise<void> {
    if (this.running < AT_ONCE) {
      this.running += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(start);
        reject(tooMany());
      }, WAIT_MS);
      this.waiting.add(start);
    });
  }

  /** Gives the place to who has waited longest. */
  private passOn(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.running -= 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}

function tooMany(): AppError {
  return AppError.unavailable(
    'too_many_heavy_reads',
    `the server makes ${AT_ONCE} long replies at the moment; try again shortly, or ask for fewer rows`,
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}
