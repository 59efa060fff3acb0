import { Inject, Injectable } from '@nestjs/common';
import {
  type Handles,
  type JobContext,
  JobHandler,
  JobRetention,
  pruneJobsJob,
  type PruneJobsPayload,
} from '#lib/queue';

@Injectable()
@JobHandler(pruneJobsJob)
export class PruneJobsHandler implements Handles<typeof pruneJobsJob> {
  constructor(@Inject(JobRetention) private readonly retention: JobRetention) {}

  async run(payload: PruneJobsPayload, context: JobContext<{ deleted: number }>): Promise<{ deleted: number }> {
    return { deleted: await this.retention.prune(payload.olderThanDays, context.signal) };
  }
}
