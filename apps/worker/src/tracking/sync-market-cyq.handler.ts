import { Injectable } from '@nestjs/common';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';
import { CyqSyncService, type CyqSyncReport, syncMarketCyqJob, type SyncMarketCyqPayload } from '#lib/tracking';

@Injectable()
@JobHandler(syncMarketCyqJob)
export class SyncMarketCyqHandler implements Handles<typeof syncMarketCyqJob> {
  constructor(private readonly syncs: CyqSyncService) {}

  async run(_payload: SyncMarketCyqPayload, context: JobContext<CyqSyncReport>): Promise<CyqSyncReport> {
    const answer = await this.syncs.askForMarket(context.signal);
    return context.complete((tx) => this.syncs.store(tx, answer));
  }
}
