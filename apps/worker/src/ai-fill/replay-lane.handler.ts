import { Injectable } from '@nestjs/common';
import { replayLaneJob, type ReplayLanePayload, type ReplayLaneResult, ReplayLanesService } from '#lib/ai';
import type { Transaction } from '#lib/database';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(replayLaneJob)
export class ReplayLaneHandler implements Handles<typeof replayLaneJob> {
  constructor(private readonly lanes: ReplayLanesService) {}

  run(payload: ReplayLanePayload, context: JobContext<ReplayLaneResult>): Promise<ReplayLaneResult> {
    return this.lanes.run(payload, context);
  }

  async failed(payload: ReplayLanePayload, error: JobError, tx: Transaction): Promise<void> {
    await this.lanes.end(tx, payload, error.message);
  }
}
