import type { Database } from '#lib/database';
import { addRequests, deleteMinutesBefore } from '../persistence/rate-limit.query';
import { RateLimitStore } from './rate-limit-store';

const KEPT_MINUTES = 2;
const PRUNE_EVERY_MINUTES = 5;

/** Sums in an unlogged table: no write-ahead log, and nothing that a crash may not take. */
export class PostgresRateLimitStore extends RateLimitStore {
  private prunedAt = 0;

  constructor(private readonly database: Database) {
    super();
  }

  async add(key: string, minute: number, requests: number): Promise<number> {
    if (minute >= this.prunedAt + PRUNE_EVERY_MINUTES) {
      this.prunedAt = minute;
      await deleteMinutesBefore(this.database, minute - KEPT_MINUTES);
    }
    return addRequests(this.database, key, minute, requests);
  }

  close(): void {
    // The connection pool belongs to the database module.
  }
}
