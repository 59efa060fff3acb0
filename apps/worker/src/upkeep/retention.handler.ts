import { Injectable } from '@nestjs/common';
import { type Handles, type JobContext, JobHandler, pruneJobsJob } from '#lib/queue';
import { SeoImportsService } from '#lib/seo';
import { RetentionService, retentionJob } from '#lib/upkeep';
import { UploadsService } from '#lib/uploads';

@Injectable()
@JobHandler(retentionJob)
export class RetentionHandler implements Handles<typeof retentionJob> {
  constructor(
    private readonly retention: RetentionService,
    private readonly uploads: UploadsService,
    private readonly seoImports: SeoImportsService,
  ) {}

  async run(_payload: object, { signal }: Pick<JobContext<{ ended: number }>, 'signal'>): Promise<{ ended: number }> {
    // Files that no job came for: the client went away in the middle of its request.
    await this.uploads.prune();
    await this.seoImports.sweepStaged();
    return { ended: await this.retention.run(signal) };
  }
}

/** The duty as builds before 0.2 enqueue it; handled for one release (docs/upgrades.md). */
@Injectable()
@JobHandler(pruneJobsJob)
export class PruneJobsHandler implements Handles<typeof pruneJobsJob> {
  constructor(private readonly retention: RetentionHandler) {}

  async run(payload: object, context: JobContext<{ deleted: number }>): Promise<{ deleted: number }> {
    return { deleted: (await this.retention.run(payload, context)).ended };
  }
}
