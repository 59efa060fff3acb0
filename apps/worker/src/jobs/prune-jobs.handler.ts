import { Inject, Injectable } from '@nestjs/common';
import { AiRuns, Drains } from '#lib/ai';
import {
  type Handles,
  type JobContext,
  JobHandler,
  JobRetention,
  pruneJobsJob,
  type PruneJobsPayload,
} from '#lib/queue';
import { SeoImports } from '#lib/seo';
import { UploadsService } from '#lib/uploads';

@Injectable()
@JobHandler(pruneJobsJob)
export class PruneJobsHandler implements Handles<typeof pruneJobsJob> {
  constructor(
    @Inject(JobRetention) private readonly retention: JobRetention,
    @Inject(UploadsService) private readonly uploads: UploadsService,
    @Inject(AiRuns) private readonly aiRuns: AiRuns,
    @Inject(Drains) private readonly drains: Drains,
    @Inject(SeoImports) private readonly seoImports: SeoImports,
  ) {}

  async run(payload: PruneJobsPayload, context: JobContext<{ deleted: number }>): Promise<{ deleted: number }> {
    // Files that no job came for: the client went away in the middle of its request.
    await this.uploads.prune();
    await this.seoImports.sweepStaged();
    await this.aiRuns.prune(context.signal);
    await this.drains.prune(payload.olderThanDays, context.signal);
    return { deleted: await this.retention.prune(payload.olderThanDays, context.signal) };
  }
}
