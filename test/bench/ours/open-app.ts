import { type DynamicModule, type INestApplicationContext, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, loadConfig } from '#lib/config';
import { DatabaseModule } from '#lib/database';
import { QueueModule } from '#lib/queue';
import { ENTITIES, JOBS, MIGRATIONS } from '#lib/schema';
import { VendorsModule } from '#lib/vendors';

@Module({})
class BenchModule {}

/** The services of a feature on a database, without a server. */
export function openApp(databaseUrl: string, feature: Type | DynamicModule): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(
    {
      module: BenchModule,
      imports: [
        ConfigModule.forRoot(loadConfig({ DATABASE_URL: databaseUrl })),
        DatabaseModule.forRoot({
          url: databaseUrl,
          entities: ENTITIES,
          migrations: MIGRATIONS,
          applicationName: 'stock-cycle-bench',
          poolSize: 4,
          statementTimeoutMs: 600_000,
        }),
        QueueModule.forProducer({ jobs: JOBS }),
        VendorsModule,
        feature,
      ],
    },
    { logger: false, abortOnError: false },
  );
}
