import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { APP_CONFIG, type AppConfig, ConfigModule, loadConfig } from '#lib/config';
import { Database, DatabaseModule } from '#lib/database';
import { Clock } from '#lib/kernel';
import { MarketStateService } from '#lib/market-data';
import {
  MarketCoverageService,
  MarketDaysService,
  MarketSyncRunnerService,
  MarketSyncsService,
  type SyncView,
} from '#lib/market-sync';
import { QueueModule } from '#lib/queue';
import { ScanModule } from '#lib/scan';
import { ENTITIES, JOBS } from '#lib/schema';
import { VendorsModule } from '#lib/vendors';
import { createTestDatabase, type TestDatabase } from '../database/test-database';
import { FakeTushare } from '../fakes/fake-tushare';
import type { FakeTushareMarket } from '../fakes/tushare/fake-market';

/** The business clock, set to a time on the wall in Shanghai. */
export class ShanghaiClock extends Clock {
  private instant = new Date();

  override now(): Date {
    return this.instant;
  }

  set(shanghai: string): void {
    this.instant = new Date(`${shanghai}+08:00`);
  }
}

/** The services that sync a market, on a database of their own, a clock that tests set, and a fake of the vendor. */
export class SyncWorld {
  private constructor(
    readonly vendor: FakeTushare,
    readonly clock: ShanghaiClock,
    private readonly testDatabase: TestDatabase,
    private readonly app: INestApplicationContext,
  ) {}

  static async open(
    market: FakeTushareMarket,
    at: string,
    environment: Record<string, string> = {},
  ): Promise<SyncWorld> {
    const vendor = await FakeTushare.start({ market });
    const testDatabase = await createTestDatabase();
    const clock = new ShanghaiClock();
    clock.set(at);
    const config = loadConfig({
      NODE_ENV: 'test',
      MARKET_SOURCE: 'tushare',
      DATABASE_URL: testDatabase.url,
      TUSHARE_CALLS_PER_MINUTE: '1000000',
      SYNC_REPORTS: '0',
      ...vendor.environment,
      ...environment,
    });
    const app = await NestFactory.createApplicationContext(syncModule(config, testDatabase.url, clock), {
      logger: false,
      abortOnError: false,
    });
    return new SyncWorld(vendor, clock, testDatabase, app);
  }

  get database(): Database {
    return this.app.get(Database);
  }

  get config(): AppConfig {
    return this.app.get<AppConfig>(APP_CONFIG);
  }

  get databaseUrl(): string {
    return this.testDatabase.url;
  }

  get syncs(): MarketSyncsService {
    return this.app.get(MarketSyncsService);
  }

  get days(): MarketDaysService {
    return this.app.get(MarketDaysService);
  }

  get coverage(): MarketCoverageService {
    return this.app.get(MarketCoverageService);
  }

  get state(): MarketStateService {
    return this.app.get(MarketStateService);
  }

  get<Service>(token: new (...parts: never[]) => Service): Service {
    return this.app.get(token, { strict: false });
  }

  /** Asks for a span and runs what can run now. @returns the sync as it stands then. */
  async sync(span: { from?: string; to?: string; replaceDemo?: boolean } = {}): Promise<SyncView> {
    const { syncId } = await this.syncs.request(span as Parameters<MarketSyncsService['request']>[0], null);
    await this.run();
    return this.syncs.get(syncId);
  }

  /** Runs what can run now; of what waits, the time is taken as passed. */
  async run(signal = new AbortController().signal): Promise<void> {
    await this.database.query(`update market_sync set resume_at = null where status = 'waiting'`);
    const runner = this.app.get(MarketSyncRunnerService);
    await runner.runAll({ signal, fenced: (work) => this.database.transaction(work) }).catch((error: unknown) => {
      if (!isWaiting(error)) throw error;
    });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.vendor.close();
    await this.testDatabase.drop();
  }
}

function isWaiting(error: unknown): boolean {
  return (error as { code?: string }).code === 'sync_waits';
}

function syncModule(config: AppConfig, url: string, clock: Clock) {
  class Root {}
  return {
    module: Root,
    imports: [
      ConfigModule.forRoot(config, clock),
      DatabaseModule.forRoot({
        url,
        entities: ENTITIES,
        migrations: [],
        applicationName: 'test',
        poolSize: 6,
        statementTimeoutMs: 30_000,
      }),
      QueueModule.forProducer({ jobs: JOBS }),
      VendorsModule,
      ScanModule,
    ],
  };
}
