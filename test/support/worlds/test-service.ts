import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { AiPanel, DefaultDrainWaitLimits } from '#lib/ai';
import { type AppConfig, APP_CONFIG } from '#lib/config';
import type { Database } from '#lib/database';
import type { Clock } from '#lib/kernel';
import { createLogger } from '#lib/observability';
import { QUEUE_SETTINGS, type QueueSettings } from '#lib/queue/testing';
import { WorkerModule } from '../../../apps/worker/src/worker.module';
import { type CallOptions, type Reply, TestApi } from './test-api';

/** What a test puts in the place of the program's own. */
export interface ServiceParts {
  clock?: Clock | undefined;
  panel?: AiPanel | undefined;
  drainPatience?: DefaultDrainWaitLimits | undefined;
  /** As {@link TestApi.start} has them. */
  databaseUrl?: string | undefined;
  template?: string | undefined;
}

/**
 * API and worker in this process, on a database of their own and real HTTP. The queue runs on Redis where
 * `TEST_REDIS_URL` names one, else on PostgreSQL, so that one suite proves both.
 */
export class TestService {
  private constructor(
    readonly api: TestApi,
    /** The administrator's login. */
    readonly token: string,
    private readonly parts: ServiceParts,
    private worker: INestApplicationContext | undefined,
  ) {}

  /** @param panel Models to ask in place of the configured ones. */
  static async start(
    environment: Record<string, string> = {},
    { clock, panel, drainPatience, databaseUrl, template }: ServiceParts = {},
  ): Promise<TestService> {
    const redisUrl = process.env['TEST_REDIS_URL'];
    const redis: Record<string, string> =
      redisUrl === undefined ? {} : { REDIS_URL: redisUrl, REDIS_PREFIX: `test-${randomBytes(6).toString('hex')}` };
    const api = await TestApi.start({
      environment: { ...redis, ...environment },
      ...(clock === undefined ? {} : { clock }),
      ...(databaseUrl === undefined ? {} : { databaseUrl }),
      ...(template === undefined ? {} : { template }),
    });
    const service = new TestService(api, await api.login(), { clock, panel, drainPatience }, undefined);
    await service.startWorker();
    return service;
  }

  get database(): Database {
    return this.api.database;
  }

  /** A call by the administrator. */
  call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    return this.api.call(method, path, { bearer: this.token, ...options });
  }

  async startWorker(): Promise<void> {
    const config = this.api.app.get<AppConfig>(APP_CONFIG);
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    const logger = createLogger({ level: 'warn', process: 'worker', destination: silent });
    this.worker = await NestFactory.createApplicationContext(
      WorkerModule.forRoot(config, logger, { ...partsThere(this.parts), schedules: false }),
      { abortOnError: false, logger: false },
    );
  }

  /** A provider of the running worker. */
  getFromWorker<T>(type: Type<T>): T {
    if (this.worker === undefined) throw new Error('the worker is stopped');
    return this.worker.get(type);
  }

  /** @param graceMs How long its jobs may go on before they are handed back; left out: as long as a worker's. */
  async stopWorker(graceMs?: number): Promise<void> {
    const settings = this.worker?.get<QueueSettings>(QUEUE_SETTINGS);
    if (settings !== undefined && graceMs !== undefined) settings.shutdownGraceMs = graceMs;
    await this.worker?.close();
    this.worker = undefined;
  }

  async stop(): Promise<void> {
    await this.stopWorker();
    await this.api.stop();
  }
}

function partsThere({ clock, panel, drainPatience }: ServiceParts) {
  return {
    ...(clock === undefined ? {} : { clock }),
    ...(panel === undefined ? {} : { panel }),
    ...(drainPatience === undefined ? {} : { drainPatience }),
  };
}
