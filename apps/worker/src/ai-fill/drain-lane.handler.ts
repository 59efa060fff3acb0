import { Injectable } from '@nestjs/common';
import { drainLaneJob, type DrainLanePayload, type DrainLaneResult, DrainLanesService } from '#lib/ai';
import type { Transaction } from '#lib/database';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(drainLaneJob)
export class DrainLaneHandler implements Handles<typeof drainLaneJob> {
  constructor(private readonly lanes: DrainLanesService) {}

  run(payload: DrainLanePayload, context: JobContext<DrainLaneResult>): Promise<DrainLaneResult> {
    return this.lanes.run(payload, context);
  }

  async failed(payload: DrainLanePayload, error: JobError, tx: Transaction): Promise<void> {
    await this.lanes.end(tx, payload, error.message);
  }
}
