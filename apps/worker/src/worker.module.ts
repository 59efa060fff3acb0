import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { type AppConfig, ConfigModule } from '#lib/config';
import { DatabaseModule } from '#lib/database';
import { AppError } from '#lib/kernel';
import { type Logger, ObservabilityModule } from '#lib/observability';
import { MarketDataModule } from '#lib/market-data';
import { QueueModule } from '#lib/queue';
import { ScanModule } from '#lib/scan';
import { ENTITIES, JOBS } from '#lib/schema';
import { SeoModule } from '#lib/seo';
import { TrackingModule } from '#lib/tracking';
import { UploadsModule } from '#lib/uploads';
import { PruneJobsHandler } from './jobs/prune-jobs.handler';
import { GrowDemoMarketHandler } from './market/grow-demo-market.handler';
import { ImportPositionsHandler } from './positions/import-positions.handler';
import { ScanBatchHandler } from './scan/scan-batch.handler';
import { ScanRangeHandler } from './scan/scan-range.handler';
import { Schedules } from './schedules';
import { ImportSeoHandler } from './seo/import-seo.handler';

/** A handler's statement may work through a whole market. */
const STATEMENT_TIMEOUT_MS = 300_000;

/** Connections for leases, relay and heartbeat while every running job holds one. */
const SPARE_CONNECTIONS = 4;

export interface WorkerOptions {
  /** `false`: jobs are run, but nothing starts by the clock. */
  schedules?: boolean;
}

@Module({})
export class WorkerModule {
  static forRoot(config: AppConfig, logger: Logger, { schedules = true }: WorkerOptions = {}): DynamicModule {
    if (config.databaseUrl === undefined) {
      throw new AppError('precondition_failed', 'no_database', 'DATABASE_URL must be set; npm start does that');
    }
    const queues = new Set(JOBS.map((job) => job.queue)).size;
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config),
        ObservabilityModule.forRoot(logger),
        DatabaseModule.forRoot({
          url: config.databaseUrl,
          entities: ENTITIES,
          migrations: [],
          applicationName: 'stock-cycle-worker',
          poolSize: Math.max(config.databasePoolSize, queues * config.workerConcurrency + SPARE_CONNECTIONS),
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        }),
        QueueModule.forWorker({ jobs: JOBS }),
        MarketDataModule,
        ScanModule,
        SeoModule,
        TrackingModule,
        UploadsModule,
        ...(schedules ? [ScheduleModule.forRoot()] : []),
      ],
      providers: [
        PruneJobsHandler,
        GrowDemoMarketHandler,
        ScanBatchHandler,
        ScanRangeHandler,
        ImportPositionsHandler,
        ImportSeoHandler,
        ...(schedules ? [Schedules] : []),
      ],
    };
  }
}
