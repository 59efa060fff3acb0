import {
  type DynamicModule,
  Global,
  Injectable,
  Module,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { PostgresQueueBackend } from './backend/postgres-queue-backend';
import { QueueBackend } from './backend/queue-backend';
import { RedisQueueBackend } from './backend/redis-queue-backend';
import { BullQueues } from './bull-queues';
import { OWN_CONTROL, SHARED_CONTROL } from './control-database';
import { withDeadline } from './with-deadline';
import type { AnyJobDefinition } from './job-definition';
import { JobsService } from './jobs.service';
import { OutboxRelay } from './outbox-relay';
import { QUEUE_SETTINGS, type QueueSettings, toQueueSettings } from './queue-settings';
import { ScheduleGate } from './schedule-gate';
import { JOB_DEFINITIONS, QueueWorkers } from './worker/queue-workers';

export interface QueueModuleOptions {
  jobs: readonly AnyJobDefinition[];
  /** Overrides of the configuration. */
  settings?: Partial<QueueSettings>;
}

const BACKEND_CLOSE_MS = 500;

@Injectable()
class BackendShutdown implements OnApplicationShutdown {
  constructor(private readonly backend: QueueBackend) {}

  async onApplicationShutdown(): Promise<void> {
    await withDeadline(BACKEND_CLOSE_MS, 'shutdown', this.backend.close()).catch(() => undefined);
  }
}

/** Background jobs: {@link JobsService} for every process, and the engine that runs them for the worker. */
@Global()
@Module({})
export class QueueModule {
  /** For processes that enqueue and wait: the API, the command line. */
  static forProducer(options: QueueModuleOptions): DynamicModule {
    return {
      module: QueueModule,
      providers: [...listProviders(options, { consumes: false }), ...SHARED_CONTROL, BullQueues],
      exports: [JobsService, ScheduleGate, QueueBackend, BullQueues],
    };
  }

  /** For the process that runs jobs. Its app provides the handlers, in any module. */
  static forWorker(options: QueueModuleOptions): DynamicModule {
    return {
      module: QueueModule,
      imports: [DiscoveryModule],
      providers: [...listProviders(options, { consumes: true }), ...OWN_CONTROL, QueueWorkers],
      exports: [JobsService, ScheduleGate, QueueBackend],
    };
  }
}

function listProviders({ jobs, settings }: QueueModuleOptions, { consumes }: { consumes: boolean }): Provider[] {
  return [
    { provide: JOB_DEFINITIONS, useValue: jobs },
    {
      provide: QUEUE_SETTINGS,
      useFactory: (config: AppConfig) => ({ ...toQueueSettings(config), ...settings }),
      inject: [APP_CONFIG],
    },
    {
      provide: QueueBackend,
      useFactory: (chosen: QueueSettings) =>
        chosen.redisUrl === undefined
          ? new PostgresQueueBackend(chosen.databaseUrl, consumes)
          : new RedisQueueBackend(chosen.redisUrl, chosen.redisPrefix),
      inject: [QUEUE_SETTINGS],
    },
    OutboxRelay,
    JobsService,
    ScheduleGate,
    BackendShutdown,
  ];
}
