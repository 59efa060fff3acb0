import type { Database } from '#lib/database';
import { RateLimitStore } from './rate-limit-store';

const KEPT_MINUTES = 2;
const PRUNE_EVERY_MINUTES = 5;

const ADD = `
  insert into rate_limit (minute, key, requests) values ($1, $2, $3)
  on conflict (minute, key) do update set requests = rate_limit.requests + excluded.requests
  returning requests`;

/** Sums in an unlogged table: no write-ahead log, and nothing that a crash may not take. */
export class PostgresRateLimitStore extends RateLimitStore {
  private prunedAt = 0;

  constructor(private readonly database: Database) {
    super();
  }

  async add(key: string, minute: number, requests: number): Promise<number> {
    if (minute >= this.prunedAt + PRUNE_EVERY_MINUTES) {
      this.prunedAt = minute;
      await this.database.query('delete from rate_limit where minute < $1', [minute - KEPT_MINUTES]);
    }
    const [row] = await this.database.query<{ requests: number }>(ADD, [minute, key, requests]);
    return row?.requests ?? requests;
  }

  close(): void {
    // The connection pool belongs to the database module.
  }
}
