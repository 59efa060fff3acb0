import { Injectable } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';
import {
  type ImportPositionsPayload,
  type PositionsImportReport,
  PositionsImportService,
  replacePositionsJob,
} from '#lib/portfolio';

@Injectable()
@JobHandler(replacePositionsJob)
export class ReplacePositionsHandler implements Handles<typeof replacePositionsJob> {
  constructor(private readonly imports: PositionsImportService) {}

  async run(
    payload: ImportPositionsPayload,
    context: JobContext<PositionsImportReport>,
  ): Promise<PositionsImportReport> {
    const file = await this.imports.read(payload, 'replace');
    return context.complete((tx) => this.imports.store(tx, payload, file, 'replace'));
  }

  async failed(payload: ImportPositionsPayload, _error: JobError, tx: Transaction): Promise<void> {
    await this.imports.abandon(tx, payload);
  }
}
