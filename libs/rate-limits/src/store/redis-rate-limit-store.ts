import type { Redis } from 'ioredis';
import { redisOf } from '#lib/redis';
import { RateLimitStore } from './rate-limit-store';

const TIMEOUT_MS = 1000;
const KEPT_SECONDS = 150;

/** Sums in Redis or Valkey, on a connection of its own that gives up soon. */
export class RedisRateLimitStore extends RateLimitStore {
  private readonly redis: Redis;

  constructor(
    url: string,
    private readonly prefix: string,
  ) {
    super();
    this.redis = redisOf(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: TIMEOUT_MS,
      connectTimeout: TIMEOUT_MS,
      retryStrategy: (tries) => Math.min(tries * 200, 2000),
    });
    // The caller gets the error too.
    this.redis.on('error', () => undefined);
  }

  async add(key: string, minute: number, requests: number): Promise<number> {
    const name = `${this.prefix}:requests:${minute}:${key}`;
    const results = await this.redis.multi().incrby(name, requests).expire(name, KEPT_SECONDS).exec();
    const [error, total] = results?.[0] ?? [new Error('Redis dropped the transaction')];
    if (error !== null) throw error;
    return Number(total);
  }

  close(): void {
    this.redis.disconnect();
  }
}
