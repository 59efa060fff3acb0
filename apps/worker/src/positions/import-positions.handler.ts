import { Injectable } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';
import {
  importPositionsJob,
  type ImportPositionsPayload,
  PositionsImportService,
  type PositionsImportReport,
} from '#lib/portfolio';

@Injectable()
@JobHandler(importPositionsJob)
export class ImportPositionsHandler implements Handles<typeof importPositionsJob> {
  constructor(private readonly imports: PositionsImportService) {}

  async run(
    payload: ImportPositionsPayload,
    context: JobContext<PositionsImportReport>,
  ): Promise<PositionsImportReport> {
    const file = await this.imports.read(payload, 'merge');
    return context.complete((tx) => this.imports.store(tx, payload, file, 'merge'));
  }

  async failed(payload: ImportPositionsPayload, _error: JobError, tx: Transaction): Promise<void> {
    await this.imports.abandon(tx, payload);
  }
}
