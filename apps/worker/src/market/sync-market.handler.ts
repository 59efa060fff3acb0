import { Injectable } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import {
  MarketSyncRunnerService,
  syncMarketJob,
  type SyncMarketPayload,
  type SyncMarketResult,
} from '#lib/market-sync';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(syncMarketJob)
export class SyncMarketHandler implements Handles<typeof syncMarketJob> {
  constructor(private readonly runner: MarketSyncRunnerService) {}

  async run(_payload: SyncMarketPayload, context: JobContext<SyncMarketResult>): Promise<SyncMarketResult> {
    const syncs = await this.runner.runAll(context);
    return context.complete(async (tx) => {
      await this.runner.requireNoneLeft(tx);
      return { syncs };
    });
  }

  async failed(_payload: SyncMarketPayload, error: JobError, tx: Transaction): Promise<void> {
    await this.runner.failAll(tx, error.message);
  }
}
