import { Logger } from '@nestjs/common';
import {
  type BackendFactory,
  createRedisBackend,
  type Job,
  Queue,
  type RedisQueueBackend as BullBackend,
  Worker,
} from 'bullmq';
import type { Redis } from 'ioredis';
import { messageOf } from '#lib/kernel';
import { redisOf, redisOptions } from '#lib/redis';
import { withDeadline } from '../with-deadline';
import {
  BULL_WORKER_OPTIONS,
  toBullId,
  toBullJob,
  toConsumer,
  withLowPriority,
  withPauseAfterErrors,
  type WakeUpData,
} from './bull-options';
import {
  BACKEND_TIMEOUT_MS,
  type ConsumerOptions,
  QueueBackend,
  type QueueConsumer,
  type WakeUp,
} from './queue-backend';

/** ioredis' own strategy waits up to 20 s, and a worker is as late as that after an outage. */
const reconnectSoon = (tries: number): number => Math.min(tries * 200, BACKEND_TIMEOUT_MS);

/** BullMQ on Redis 5 or later, or Valkey; one server, or the primary of several behind Sentinel. */
export class RedisQueueBackend extends QueueBackend {
  readonly kind = 'redis';
  private readonly logger = new Logger('Queue');
  private readonly redis: Redis;
  private readonly producers = new Map<string, Queue>();

  constructor(
    private readonly url: string,
    private readonly prefix: string,
  ) {
    super();
    // Fail fast in all three ways of being unavailable: refused (no offline queue), reset (one retry), silent (command timeout).
    this.redis = redisOf(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: BACKEND_TIMEOUT_MS,
      connectTimeout: BACKEND_TIMEOUT_MS,
      retryStrategy: reconnectSoon,
    });
    const told = new Set<string>();
    const warnOnce = (error: Error): void => {
      // The pause before the sentinels are asked again grows each time.
      const text = error.message.replace(/ Retrying from scratch after \d+ms\./, '');
      if (!told.has(text)) this.logger.warn(`Redis: ${text}`);
      told.add(text);
    };
    this.redis.on('error', warnOnce);
    // One sentinel that does not answer is no trouble while another one does; one that does not know the name is.
    this.redis.on('sentinelError', (error: Error) => {
      if (error.message.includes('invalid reply')) warnOnce(error);
    });
    this.redis.on('ready', () => {
      told.clear();
      this.rejectEviction().catch((error: unknown) => this.logger.error(messageOf(error)));
    });
  }

  async checkSetup(): Promise<void> {
    try {
      await this.waitUntilReady();
    } catch (error) {
      this.logger.warn(`Redis is unavailable, jobs wait in the outbox until it is back: ${messageOf(error)}`);
      return;
    }
    await this.rejectEviction();
  }

  async publish(queue: string, wakeUps: readonly WakeUp[]): Promise<void> {
    // BullMQ would wait for the connection without a bound.
    if (this.redis.status !== 'ready') throw new Error(`Redis is unavailable (${this.redis.status})`);
    await withDeadline(BACKEND_TIMEOUT_MS + 500, 'Redis', this.producer(queue).addBulk(wakeUps.map(toBullJob)));
  }

  async ping(): Promise<void> {
    await withDeadline(BACKEND_TIMEOUT_MS, 'Redis', this.redis.ping());
  }

  async present(queue: string, outboxIds: readonly number[]): Promise<Set<number>> {
    if (this.redis.status !== 'ready') throw new Error(`Redis is unavailable (${this.redis.status})`);
    const producer = this.producer(queue);
    const pipeline = this.redis.pipeline(outboxIds.map((id) => ['exists', producer.toKey(toBullId(id))])).exec();
    const results = (await withDeadline(BACKEND_TIMEOUT_MS + 500, 'Redis', pipeline)) ?? [];
    return new Set(
      outboxIds.filter((_id, index) => {
        const [error, exists] = results[index] ?? [];
        if (error) throw error;
        return exists === 1;
      }),
    );
  }

  view(queue: string): Queue {
    return this.producer(queue);
  }

  consume(queue: string, options: ConsumerOptions): QueueConsumer {
    const createBackend: BackendFactory<BullBackend> = (...parameters) =>
      withLowPriority(withPauseAfterErrors(createRedisBackend(...parameters)), 'wakes_longest_waiting', () =>
        options.hasLowPriority(),
      );
    const worker = new Worker(
      queue,
      (job: Job<WakeUpData>) => options.onWakeUp(job.data.jobId),
      {
        ...BULL_WORKER_OPTIONS,
        connection: {
          ...redisOptions(this.url),
          maxRetriesPerRequest: null,
          connectTimeout: 3000,
          retryStrategy: reconnectSoon,
        },
        prefix: this.prefix,
        concurrency: options.concurrency,
      },
      createBackend,
    );
    worker.on('error', (error) => options.onError(error));
    return toConsumer(worker);
  }

  close(): Promise<void> {
    this.redis.disconnect();
    return Promise.resolve();
  }

  private async waitUntilReady(): Promise<void> {
    if (this.redis.status === 'ready') return;
    const ready = new Promise<void>((resolve) => this.redis.once('ready', () => resolve()));
    await withDeadline(BACKEND_TIMEOUT_MS, 'Redis', ready);
  }

  private async rejectEviction(): Promise<void> {
    let policy: string | undefined;
    try {
      policy = ((await this.redis.config('GET', 'maxmemory-policy')) as string[])[1];
    } catch (error) {
      this.logger.warn(`could not read Redis' maxmemory-policy, make sure it is noeviction: ${messageOf(error)}`);
      return;
    }
    if (policy !== undefined && policy !== 'noeviction') {
      throw new Error(
        `Redis evicts keys (maxmemory-policy ${policy}) and would lose jobs: set maxmemory-policy noeviction`,
      );
    }
  }

  private producer(name: string): Queue {
    const existing = this.producers.get(name);
    if (existing !== undefined) return existing;
    const queue = new Queue(name, {
      connection: this.redis,
      prefix: this.prefix,
      skipMetasUpdate: true,
      skipVersionCheck: true,
    });
    // Errors reach the caller of publish; the event repeats them.
    queue.on('error', () => undefined);
    this.producers.set(name, queue);
    return queue;
  }
}
