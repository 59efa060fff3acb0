import { setTimeout as sleep } from 'node:timers/promises';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ADMINISTRATOR_ID, ApiKeysService, ensureAdministrator } from '#lib/accounts';
import { ConfigModule, loadConfig } from '#lib/config';
import { checkServer, Database, DatabaseModule, migrate } from '#lib/database';
import { MarketSyncsService } from '#lib/market-sync';
import { JobsService, migrateQueueBackend, QueueModule } from '#lib/queue';
import { DEFAULT_SCAN_OPTIONS, LowVolumeScanService, ScanModule } from '#lib/scan';
import { VendorsModule } from '#lib/vendors';
import { ENTITIES, JOBS, MIGRATIONS } from '#lib/schema';
import type { Answer, Hit, Question } from '../question';

/** Often enough not to be seen in the figures, seldom enough not to take the worker's processor. */
const POLL_MS = 2;

@Module({})
class BenchModule {}

/** Our services in the bench's own process, on a database that it migrates. */
export class InProcess {
  private constructor(
    private readonly app: INestApplicationContext,
    private readonly db: Database,
  ) {}

  static async open(databaseUrl: string, environment: Record<string, string> = {}): Promise<InProcess> {
    const settings = {
      url: databaseUrl,
      entities: ENTITIES,
      migrations: MIGRATIONS,
      applicationName: 'stock-cycle-bench',
      poolSize: 4,
      statementTimeoutMs: 600_000,
    };
    const app = await NestFactory.createApplicationContext(
      {
        module: BenchModule,
        imports: [
          ConfigModule.forRoot(loadConfig({ DATABASE_URL: databaseUrl, ...environment })),
          DatabaseModule.forRoot(settings),
          QueueModule.forProducer({ jobs: JOBS }),
          ScanModule,
          VendorsModule,
        ],
      },
      { logger: false, abortOnError: false },
    );
    return new InProcess(app, app.get(Database));
  }

  async migrate(databaseUrl: string): Promise<void> {
    await checkServer(this.db.dataSource);
    await migrate(this.db.dataSource);
    await migrateQueueBackend(databaseUrl);
  }

  /** @returns an administrator's API key. */
  async createApiKey(): Promise<string> {
    await ensureAdministrator(this.db, { username: 'admin', password: undefined });
    return (
      await new ApiKeysService(this.db).create(ADMINISTRATOR_ID, { name: 'bench', scopes: ['read', 'write', 'admin'] })
    ).key;
  }

  /** Candidates, hits and sessions of the whole market in one transaction, which is rolled back. */
  async scan(question: Question): Promise<Answer> {
    const lowVolume = this.app.get(LowVolumeScanService);
    let hits: Hit[] = [];
    const began = performance.now();
    let ms = 0;
    await this.db
      .transaction(async (tx) => {
        const plan = await lowVolume.plan({ ...question, options: DEFAULT_SCAN_OPTIONS });
        const { rows } = await lowVolume.scan(tx, {
          codes: plan.candidates.filter((candidate) => !candidate.shortHistory).map((candidate) => candidate.code),
          startDate: question.startDate,
          endDate: question.endDate,
          priorStart: plan.window.priorStart,
          medianStart: plan.window.medianStart,
          options: plan.request.options,
          marketSource: plan.marketSource,
          requestedBy: null,
        });
        ms = performance.now() - began;
        hits = rows.map((row) => `${row.code} ${row.entryDate} ${row.minVolume}`);
        throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    return { ms, hits };
  }

  /** Waits for a scan of the program, and checks that each hit has its session. */
  async untilScanned(scanId: number): Promise<Hit[]> {
    for (;;) {
      const [scan] = await this.db.query<{ status: string; error: string | null }>(
        'select status, error from scan_run where id = $1',
        [scanId],
      );
      if (scan?.status === 'completed') break;
      if (scan?.status === 'failed') throw new Error(`the scan failed: ${scan.error ?? 'no reason'}`);
      await sleep(POLL_MS);
    }
    const hits = await this.db.query<{ hit: Hit }>(
      `select concat_ws(' ', h.code, h.entry_date, h.min_volume) as hit
       from scan_hit h join tracking_session s on s.id = h.session_id and s.code = h.code
       where h.scan_id = $1 order by h.code`,
      [scanId],
    );
    return hits.map((row) => row.hit);
  }

  /** As before the first scan. */
  async forgetScans(): Promise<void> {
    await this.db.query('truncate scan_run, scan_range, scan_hit, tracking_session cascade');
  }

  /** What the clock of a worker requests in the evening. */
  async requestDailySync(): Promise<void> {
    await this.db.transaction((tx) => this.app.get(MarketSyncsService, { strict: false }).requestDaily(tx));
    this.app.get(JobsService, { strict: false }).publishSoon();
  }

  async close(): Promise<void> {
    await this.app.close();
  }
}

class RolledBack extends Error {}
