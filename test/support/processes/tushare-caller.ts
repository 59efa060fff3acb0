/**
 * A process that asks Tushare as fast as its budget lets it, by the settings of its environment, until its parent goes.
 * It marks its calls by the parameter `ts_code`, from the command line.
 */
import { NestFactory } from '@nestjs/core';
import { ConfigModule, loadConfig } from '#lib/config';
import { DatabaseModule } from '#lib/database';
import { VendorsModule } from '#lib/vendors';
import { Tushare } from '#lib/vendors/testing';
import { QueueModule } from '#lib/queue';
import { ENTITIES } from '#lib/schema';

const AT_ONCE = 3;

async function main(): Promise<void> {
  process.once('disconnect', () => process.exit());
  const config = loadConfig();
  class Root {}
  const root = {
    module: Root,
    imports: [
      ConfigModule.forRoot(config),
      DatabaseModule.forRoot({
        url: config.databaseUrl ?? '',
        entities: ENTITIES,
        migrations: [],
        applicationName: 'tushare-caller',
        poolSize: AT_ONCE,
        statementTimeoutMs: 10_000,
      }),
      QueueModule.forProducer({ jobs: [] }),
      VendorsModule,
    ],
  };
  const app = await NestFactory.createApplicationContext(root, { logger: false });
  const tushare = app.get(Tushare);
  process.send?.('ready');
  const loops = Array.from({ length: AT_ONCE }, async () => {
    for (;;) await tushare.query('daily', { ts_code: process.argv[2] ?? '' }, ['ts_code']);
  });
  await Promise.all(loops);
}

void main();
