import { Inject, Injectable, Logger } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '#lib/config';
import { Database, type Transaction } from '#lib/database';
import { AppError, Clock } from '#lib/kernel';
import { MarketLoadHooks, TradingCalendarService } from '#lib/market-data';
import {
  changeSync,
  failOpenSyncs,
  lockRequests,
  selectNextSync,
  type SyncTask,
} from './persistence/market-syncs.query';
import { MarketVendors } from './vendor/market-vendors';
import { MarketSyncRun, type SyncContext, type SyncOutcome } from './market-sync-run';

/** Works through the requested syncs, oldest first. One process at a time does: the job's lease. */
@Injectable()
export class MarketSyncRunnerService {
  private readonly logger = new Logger('MarketSync');

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly vendors: MarketVendors,
    private readonly calendars: TradingCalendarService,
    private readonly hooks: MarketLoadHooks,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Runs what can run now.
   * @returns how many syncs ended. @throws AppError `sync_waits`, with the seconds to wait, where some go on later.
   */
  async runAll(context: SyncContext): Promise<number> {
    for (let ended = 0; ;) {
      const next = await selectNextSync(this.database);
      if (next === undefined) return ended;
      if ('waitSeconds' in next) throw syncWaits(next.waitSeconds);
      const { task } = next;
      const outcome = await this.run(task, context).catch(permanentFailure);
      await context.fenced((tx) => this.noteOutcome(tx, task.id, outcome));
      if (outcome.state !== 'waiting') ended += 1;
    }
  }

  /** For the job's last transaction. @throws AppError `sync_waits` if a request has come in between. */
  async requireNoneLeft(tx: Transaction): Promise<void> {
    await lockRequests(tx);
    if ((await selectNextSync(tx)) !== undefined) throw syncWaits(0);
  }

  /** The job was given up: so are the syncs. */
  async failAll(tx: Transaction, reason: string): Promise<void> {
    await lockRequests(tx);
    await failOpenSyncs(tx, reason);
  }

  private async run(task: SyncTask, context: SyncContext): Promise<SyncOutcome> {
    const parts = {
      database: this.database,
      clock: this.clock,
      vendor: await this.vendors.current(),
      calendars: this.calendars,
      hooks: this.hooks,
      reportsPerSync: this.config.syncReports,
    };
    return new MarketSyncRun(parts, task, context).run();
  }

  private async noteOutcome(tx: Transaction, id: number, outcome: SyncOutcome): Promise<void> {
    switch (outcome.state) {
      case 'waiting':
        await changeSync(tx, id, {
          status: 'waiting',
          stage: outcome.stage,
          resumeInSeconds: outcome.seconds,
        });
        this.logger.log(`market sync ${id} goes on in ${outcome.seconds} s: ${outcome.stage}`);
        return;
      case 'failed':
        this.logger.warn(`market sync ${id} failed: ${outcome.error}`);
        await changeSync(tx, id, { status: 'failed', error: outcome.error });
        return;
      case 'completed':
        if (outcome.error !== null) this.logger.warn(`market sync ${id}: ${outcome.error}`);
        await changeSync(tx, id, { status: 'completed', stage: 'done', error: outcome.error });
    }
  }
}

/** An error that only a person can fix ends its sync, and lets the others run. */
function permanentFailure(error: unknown): SyncOutcome {
  if (error instanceof AppError && !error.retryable) return { state: 'failed', error: error.message };
  throw error;
}

function syncWaits(seconds: number): AppError {
  return AppError.unavailable('sync_waits', 'a market sync goes on later', {
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  });
}
