import { Injectable } from '@nestjs/common';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';
import {
  HoldingsImportService,
  type HoldingsImportReport,
  importHoldingsJob,
  type ImportHoldingsPayload,
} from '#lib/portfolio';

@Injectable()
@JobHandler(importHoldingsJob)
export class ImportHoldingsHandler implements Handles<typeof importHoldingsJob> {
  constructor(private readonly imports: HoldingsImportService) {}

  run(payload: ImportHoldingsPayload, context: JobContext<HoldingsImportReport>): Promise<HoldingsImportReport> {
    return context.complete((tx) => this.imports.run(tx, payload));
  }
}
