import type { Database, Transaction } from '#lib/database';
import type { QueueBackend } from '../backend/queue-backend';
import { lockWakeUpSearch, restoreOutbox, selectWaitingJobs } from '../persistence/lost-wake-ups.query';

/** Queued jobs of one queue that one pass looks up in the store. */
const JOBS_PER_PASS = 2000;

/**
 * Finds the queued jobs whose wake-up the store has lost, and writes their outbox rows again. It looks up what the store still
 * has, so that a job that only waits costs one read and no write. Each queue is walked by itself, in slices: a long one does
 * not delay the lost wake-ups of another.
 */
export class LostWakeUps {
  /** The last job that was looked at, by queue. */
  private readonly cursors = new Map<string, number>();

  /** @param afterMs a job that was published and not claimed for so long is looked at. */
  constructor(
    private readonly database: Database,
    private readonly backend: QueueBackend,
    private readonly queues: readonly string[],
    private readonly afterMs: number,
  ) {}

  /** @returns how many wake-ups were restored. @throws the store's error while it does not respond. */
  restore(): Promise<number> {
    return this.database.transaction(async (tx) => {
      if (!(await lockWakeUpSearch(tx))) return 0;
      let restored = 0;
      for (const queue of this.queues) restored += await this.restoreIn(tx, queue);
      return restored;
    });
  }

  private async restoreIn(tx: Transaction, queue: string): Promise<number> {
    const waiting = await selectWaitingJobs(tx, queue, this.cursors.get(queue) ?? 0, this.afterMs, JOBS_PER_PASS);
    this.cursors.set(queue, waiting.length < JOBS_PER_PASS ? 0 : (waiting.at(-1)?.id ?? 0));
    if (waiting.length === 0) return 0;
    const published = waiting.flatMap(({ outboxId }) => outboxId ?? []);
    const present = published.length === 0 ? new Set() : await this.backend.present(queue, published);
    const lost = waiting.filter(({ outboxId }) => outboxId === null || !present.has(outboxId));
    return lost.length === 0 ? 0 : restoreOutbox(tx, lost);
  }
}
