import { Injectable } from '@nestjs/common';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';
import { CyqSyncService, type CyqSyncReport, syncCyqJob, type SyncCyqPayload } from '#lib/tracking';

@Injectable()
@JobHandler(syncCyqJob)
export class SyncCyqHandler implements Handles<typeof syncCyqJob> {
  constructor(private readonly syncs: CyqSyncService) {}

  async run({ sessionIds }: SyncCyqPayload, context: JobContext<CyqSyncReport>): Promise<CyqSyncReport> {
    const answer = await this.syncs.askForSessions(sessionIds, context.signal);
    return context.complete((tx) => this.syncs.store(tx, answer));
  }
}
