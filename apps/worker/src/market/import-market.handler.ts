import { Injectable } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import {
  importMarketJob,
  type ImportMarketPayload,
  type ImportMarketResult,
  MarketImportsService,
} from '#lib/market-data';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';

@Injectable()
@JobHandler(importMarketJob)
export class ImportMarketHandler implements Handles<typeof importMarketJob> {
  constructor(private readonly imports: MarketImportsService) {}

  run(payload: ImportMarketPayload, context: JobContext<ImportMarketResult>): Promise<ImportMarketResult> {
    return this.imports.run(payload, context);
  }

  async failed(payload: ImportMarketPayload, error: JobError, tx: Transaction): Promise<void> {
    await this.imports.abandon(tx, payload, error.message);
  }
}
