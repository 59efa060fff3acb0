import { randomBytes } from 'node:crypto';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { ConfigModule, loadConfig } from '#lib/config';
import { Database, DatabaseModule } from '#lib/database';
import { type AnyJobDefinition, JobHandler, JobsService, QueueModule } from '#lib/queue';
import { type HandlesJob, type QueueSettings } from '#lib/queue/testing';
import type { JsonValue } from '#lib/kernel';
import { ENTITIES } from '#lib/schema';
import { emptyTables } from '../database/empty-tables';
import { createTestDatabase, type TestDatabase } from '../database/test-database';

export type QueueStore = 'postgres' | 'redis';

/** The stores to test on: PostgreSQL always, Redis where `TEST_REDIS_URL` names one. */
export const QUEUE_STORES: readonly QueueStore[] =
  process.env['TEST_REDIS_URL'] === undefined ? ['postgres'] : ['postgres', 'redis'];

/** Short times, so that what takes a minute in production takes a second here. */
const FAST: Partial<QueueSettings> = {
  leaseMs: 900,
  relayEveryMs: 50,
  reconcileEveryMs: 100,
  redeliverAfterMs: 400,
  heartbeatEveryMs: 200,
  shutdownGraceMs: 300,
};

export interface Side {
  app: INestApplicationContext;
  jobs: JobsService;
  database: Database;
}

type Handler = HandlesJob<object, JsonValue>;

/** A provider class that handles `definition` with the given functions. */
export function handlerOf<Payload extends object, Result extends JsonValue>(
  definition: AnyJobDefinition,
  handler: HandlesJob<Payload, Result>,
): Type<Handler> {
  class TestHandler {
    readonly run = handler.run;
    readonly failed = handler.failed;
  }
  JobHandler(definition)(TestHandler);
  return TestHandler;
}

/** One database with one queue store, and the producers and workers that a test starts on them. */
export class QueueWorld {
  private readonly sides: INestApplicationContext[] = [];
  private constructor(
    readonly store: QueueStore,
    readonly testDatabase: TestDatabase,
    private readonly redisPrefix: string,
  ) {}

  static async open(store: QueueStore, redisPrefix = `test-${randomBytes(6).toString('hex')}`): Promise<QueueWorld> {
    return new QueueWorld(store, await createTestDatabase(), redisPrefix);
  }

  /** The settings of this world, for configurations and processes. */
  environment(): Record<string, string> {
    return {
      DATABASE_URL: this.testDatabase.url,
      ...(this.store === 'redis' ? { REDIS_URL: redisUrl() } : {}),
    };
  }

  producer(jobs: readonly AnyJobDefinition[], settings: Partial<QueueSettings> = {}): Promise<Side> {
    return this.start([], (overrides) => QueueModule.forProducer({ jobs, settings: overrides }), settings);
  }

  worker(
    jobs: readonly AnyJobDefinition[],
    handlers: readonly Type<Handler>[],
    settings: Partial<QueueSettings> = {},
  ): Promise<Side> {
    return this.start(handlers, (overrides) => QueueModule.forWorker({ jobs, settings: overrides }), settings);
  }

  /** Stops one side before the test's end. */
  async stop(side: Side): Promise<void> {
    this.sides.splice(this.sides.indexOf(side.app), 1);
    await side.app.close();
  }

  /** What a flush of Redis, or a lost disk under it, does. */
  async emptyStore(database: Database): Promise<void> {
    if (this.store === 'redis') {
      const redis = new Redis(redisUrl());
      const keys = await redis.keys(`${this.redisPrefix}:*`);
      if (keys.length > 0) await redis.del(...keys);
      redis.disconnect();
      return;
    }
    await emptyTables(database, ['bullmq.job']);
  }

  async close(): Promise<void> {
    await Promise.all(this.sides.map((side) => side.close()));
    await this.testDatabase.drop();
  }

  private async start(
    providers: readonly Type<Handler>[],
    queue: (settings: Partial<QueueSettings>) => ReturnType<typeof QueueModule.forProducer>,
    settings: Partial<QueueSettings>,
  ): Promise<Side> {
    const config = loadConfig(this.environment());
    class Root {}
    const root = {
      module: Root,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot({
          url: this.testDatabase.url,
          entities: ENTITIES,
          migrations: [],
          applicationName: 'test',
          poolSize: 12,
          statementTimeoutMs: 10_000,
        }),
        queue({ ...FAST, redisPrefix: this.redisPrefix, ...settings }),
      ],
      providers: [...providers],
    };
    const options = { logger: false as const, abortOnError: false };
    const app = await NestFactory.createApplicationContext(root, options);
    this.sides.push(app);
    return { app, jobs: app.get(JobsService), database: app.get(Database) };
  }
}

function redisUrl(): string {
  const url = process.env['TEST_REDIS_URL'];
  if (url === undefined) throw new Error('TEST_REDIS_URL is not set');
  return url;
}
