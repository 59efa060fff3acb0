import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigModule, loadConfig } from '#lib/config';
import { Database, DatabaseModule } from '#lib/database';
import { MarketSyncRunnerService, MarketSyncsService, type SyncView } from '#lib/market-sync';
import { QueueModule } from '#lib/queue';
import { ScanModule } from '#lib/scan';
import { ENTITIES, JOBS } from '#lib/schema';
import { VendorsModule } from '#lib/vendors';
import { createTestDatabase, type TestDatabase } from '../database/test-database';
import { FakeTdxSite } from '../fakes/tdx/fake-tdx-site';
import type { TdxMarket } from '../fakes/tdx/tdx-market';
import { makeScratchFolder } from '../processes/scratch-folder';
import { ShanghaiClock } from './sync-world';

/** Less than the setting allows: between hundreds of requests its least would be most of what a test takes. */
const PACE_MS = 1;

/** The services that sync TongDaXin's packages, on a database of their own, a clock that tests set, and a fake of the site. */
export class TdxWorld {
  private constructor(
    readonly site: FakeTdxSite,
    readonly clock: ShanghaiClock,
    readonly dataDir: string,
    private readonly testDatabase: TestDatabase,
    private readonly app: INestApplicationContext,
  ) {}

  /** @param at The time on the wall in Shanghai. */
  static async open(market: TdxMarket, at: string, environment: Record<string, string> = {}): Promise<TdxWorld> {
    const clock = new ShanghaiClock();
    clock.set(at);
    const site = await FakeTdxSite.start({ market, now: () => clock.now().getTime() });
    const testDatabase = await createTestDatabase();
    const dataDir = await makeScratchFolder();
    const settings = loadConfig({
      NODE_ENV: 'test',
      MARKET_SOURCE: 'tdx',
      DATABASE_URL: testDatabase.url,
      DATA_DIR: dataDir,
      ...site.environment,
      ...environment,
    });
    const config = { ...settings, tdx: { ...settings.tdx, paceMs: PACE_MS } };
    class Root {}
    const module = {
      module: Root,
      imports: [
        ConfigModule.forRoot(config, clock),
        DatabaseModule.forRoot({
          url: testDatabase.url,
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
    const app = await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false });
    return new TdxWorld(site, clock, dataDir, testDatabase, app);
  }

  get database(): Database {
    return this.app.get(Database);
  }

  get<Service>(token: new (...parts: never[]) => Service): Service {
    return this.app.get(token, { strict: false });
  }

  /** Requests a span and runs what can run now. @returns the sync as it stands then. */
  async sync(
    span: { from?: string; to?: string; replaceDemo?: boolean } = {},
    signal?: AbortSignal,
  ): Promise<SyncView> {
    const syncs = this.get(MarketSyncsService);
    const { syncId } = await syncs.request(span as Parameters<MarketSyncsService['request']>[0], null);
    await this.run(signal);
    return syncs.get(syncId);
  }

  /** Runs what can run now; of what waits, the time is taken as passed. */
  async run(signal = new AbortController().signal): Promise<void> {
    await this.database.query(`update market_sync set resume_at = null where status = 'waiting'`);
    const runner = this.get(MarketSyncRunnerService);
    await runner.runAll({ signal, fenced: (work) => this.database.transaction(work) }).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'sync_waits') throw error;
    });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.site.close();
    await this.testDatabase.drop();
  }
}
