import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from '#lib/accounts';
import { AiFillModule } from '#lib/ai';
import { type AppConfig, ConfigModule } from '#lib/config';
import { DatabaseModule } from '#lib/database';
import { MarketDataModule } from '#lib/market-data';
import { MarketSyncModule } from '#lib/market-sync';
import { type Logger, ObservabilityModule } from '#lib/observability';
import { QueueModule } from '#lib/queue';
import { ScanModule } from '#lib/scan';
import { ENTITIES, JOBS, RETENTION, SCHEMA } from '#lib/schema';
import { ScreensModule } from '#lib/screens';
import { SeoModule } from '#lib/seo';
import { StudiesModule } from '#lib/studies';
import { UpkeepModule } from '#lib/upkeep';
import { UploadsModule } from '#lib/uploads';
import { VendorsModule } from '#lib/vendors';

const POOL_SIZE = 4;
const STATEMENT_TIMEOUT_MS = 300_000;

/** The services that commands call, connected to one database; it enqueues jobs and runs none. */
@Module({})
export class CliModule {
  static forRoot(config: AppConfig & { databaseUrl: string }, logger: Logger): DynamicModule {
    return {
      module: CliModule,
      imports: [
        ConfigModule.forRoot(config),
        ObservabilityModule.forRoot(logger),
        DatabaseModule.forRoot({
          url: config.databaseUrl,
          entities: ENTITIES,
          migrations: [],
          applicationName: 'stock-cycle-cli',
          poolSize: POOL_SIZE,
          statementTimeoutMs: STATEMENT_TIMEOUT_MS,
        }),
        QueueModule.forProducer({ jobs: JOBS }),
        AccountsModule,
        AiFillModule,
        MarketDataModule,
        MarketSyncModule,
        VendorsModule,
        ScanModule,
        ScreensModule,
        StudiesModule,
        SeoModule,
        UploadsModule,
        UpkeepModule.forRoot({ retention: RETENTION, tables: SCHEMA.tables }),
      ],
    };
  }
}
