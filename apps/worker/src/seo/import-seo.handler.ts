import { Injectable } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';
import { importSeoJob, type ImportSeoPayload, type ImportSeoResult, SeoImportsService } from '#lib/seo';

@Injectable()
@JobHandler(importSeoJob)
export class ImportSeoHandler implements Handles<typeof importSeoJob> {
  constructor(private readonly imports: SeoImportsService) {}

  run(payload: ImportSeoPayload, context: JobContext<ImportSeoResult>): Promise<ImportSeoResult> {
    return this.imports.run(payload, context);
  }

  async failed(payload: ImportSeoPayload, error: JobError, tx: Transaction): Promise<void> {
    await this.imports.abandon(tx, payload, error);
  }
}
