import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { AiWatchService } from '#lib/ai';
import { NightlyBackupService } from '#lib/backup';
import { BarMatrixService } from '#lib/bar-matrix';
import { convertDatabaseError, Database } from '#lib/database';
import { messageOf } from '#lib/kernel';
import { MarketWatchService } from '#lib/market-sync';
import { DATABASE_METRICS, METRICS } from '#lib/observability';
import { JobsService } from '#lib/queue';
import { SelfAuditService } from '#lib/upkeep';
import { registerAiMetrics, formatAiMetrics } from './ai-metrics';
import { registerAuditMetrics } from './audit-metrics';
import { registerBackupMetrics, formatBackupMetrics } from './backup-metrics';
import { formatBarMatrixMetrics, registerBarMatrixMetrics } from './bar-matrix-metrics';
import { formatMarketMetrics, registerMarketMetrics } from './market-metrics';
import { ProbeDatabase } from './probe-database';
import { ProcessFigures } from './process-figures';
import { formatQueueMetrics, registerQueueMetrics } from './queue-metrics';
import { registerReplicaMetrics } from './replica-metrics';
import { SharedResult } from './shared-result';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Under the patience of a Prometheus that asks every ten seconds. */
const LONGEST_READ_MS = 2500;

const KEPT_MS = 5000;

/** Figures of the database that a page takes from it at each reading. */
interface Reading {
  /** @returns what puts the figures on the page. */
  read: () => Promise<() => void>;
  forget: () => void;
}

/** The page that Prometheus reads. What the database does not tell in time is left out. */
@Injectable()
export class MetricsService {
  private readonly logger = new Logger('Metrics');
  private readonly databaseUp: Gauge;
  private readonly pool: Gauge<'state'>;
  private readonly showReplica: ReturnType<typeof registerReplicaMetrics>;
  private readonly readings: readonly Reading[];
  private readonly reading = new SharedResult(
    () => this.readDatabase(),
    () => KEPT_MS,
  );
  private readonly shared = new SharedResult(
    () => this.read(),
    () => KEPT_MS,
  );

  constructor(
    @Inject(METRICS) registry: Registry,
    @Inject(DATABASE_METRICS) private readonly common: Registry,
    private readonly figures: ProcessFigures,
    private readonly database: Database,
    probe: ProbeDatabase,
    jobs: JobsService,
    market: MarketWatchService,
    ai: AiWatchService,
    audit: SelfAuditService,
    backup: NightlyBackupService,
    matrices: BarMatrixService,
  ) {
    const registers = [registry];
    this.databaseUp = new Gauge({
      name: 'database_up',
      help: '1 while the database answers',
      registers: [this.common],
    });
    this.pool = new Gauge({
      name: 'database_pool_connections',
      help: 'Database connections of this process, and callers that wait for one',
      labelNames: ['state'],
      registers,
    });
    this.showReplica = registerReplicaMetrics(registry);
    const queueLines = registerQueueMetrics(this.common);
    const marketLines = registerMarketMetrics(this.common);
    const aiLines = registerAiMetrics(this.common);
    const auditLines = registerAuditMetrics(this.common);
    const backupLines = registerBackupMetrics(this.common);
    const matrixLines = registerBarMatrixMetrics(registry);
    this.readings = [
      {
        read: async () => {
          const lines = formatQueueMetrics(await jobs.stats(probe));
          return () => queueLines.set(lines);
        },
        forget: () => queueLines.forget(),
      },
      {
        read: async () => {
          const lines = formatMarketMetrics(await market.read(probe));
          return () => marketLines.set(lines);
        },
        forget: () => marketLines.forget(),
      },
      {
        read: async () => {
          const lines = formatAiMetrics(await ai.read(probe));
          return () => aiLines.set(lines);
        },
        forget: () => aiLines.forget(),
      },
      {
        read: async () => {
          const report = await audit.latest(probe);
          return () => auditLines.set(report);
        },
        forget: () => auditLines.forget(),
      },
      {
        read: async () => {
          const lines = formatBackupMetrics(await backup.getStats(probe));
          return () => backupLines.set(lines);
        },
        forget: () => backupLines.forget(),
      },
      {
        read: () => {
          const lines = formatBarMatrixMetrics(matrices.getStats());
          return Promise.resolve(() => matrixLines.set(lines));
        },
        forget: () => matrixLines.forget(),
      },
    ];
  }

  /**
   * The page that all readers of five seconds share, so that nobody multiplies its work by asking often. Where several processes
   * show each other's counters they share the reading of the database alone: a kept page would show less than another process did
   * before.
   */
  async page(): Promise<string> {
    if (!this.figures.areShared) return this.shared.get();
    const database = await this.reading.get();
    return `${await this.figures.read()}\n${database}`;
  }

  /** The page as of now. */
  async read(): Promise<string> {
    const database = await this.readDatabase();
    return `${await this.figures.read()}\n${database}`;
  }

  private async readDatabase(): Promise<string> {
    await this.refresh();
    this.setOwn();
    return this.common.metrics();
  }

  private setOwn(): void {
    const { total, idle, waiting } = this.database.getPoolStats();
    this.pool.set({ state: 'total' }, total);
    this.pool.set({ state: 'idle' }, idle);
    this.pool.set({ state: 'waiting' }, waiting);
    const replica = this.database.getReplicaStats();
    if (replica !== undefined) this.showReplica(replica);
  }

  private async refresh(): Promise<void> {
    const timer = new AbortController();
    const tooLate = sleep(LONGEST_READ_MS, false, { signal: timer.signal, ref: false }).catch(() => false);
    let away = false;
    for (const { read, forget } of this.readings) {
      const write = await Promise.race([read().catch((error: unknown) => this.isOurs(error)), tooLate]);
      if (typeof write === 'function') write();
      else forget();
      away ||= write === false;
    }
    timer.abort();
    this.databaseUp.set(away ? 0 : 1);
  }

  /** A figure that can't be read must not take the others with it. @returns false where the database is away. */
  private isOurs(error: unknown): boolean {
    if (convertDatabaseError(error) !== undefined) return false;
    this.logger.error(`figures are missing from the metrics: ${messageOf(error)}`);
    return true;
  }
}
