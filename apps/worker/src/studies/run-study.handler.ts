import { Injectable } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';
import { runStudyJob, type RunStudyPayload, type RunStudyResult, StudyRunsService } from '#lib/studies';

@Injectable()
@JobHandler(runStudyJob)
export class RunStudyHandler implements Handles<typeof runStudyJob> {
  constructor(private readonly studies: StudyRunsService) {}

  run(payload: RunStudyPayload, context: JobContext<RunStudyResult>): Promise<RunStudyResult> {
    return this.studies.run(payload, context);
  }

  failed(payload: RunStudyPayload, error: JobError, tx: Transaction): Promise<void> {
    return this.studies.fail(tx, payload, error.message);
  }
}
