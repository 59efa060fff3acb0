import { Injectable } from '@nestjs/common';
import { type Handles, type JobContext, JobHandler } from '#lib/queue';
import {
  BatchScanService,
  firstScanBatchJob,
  type FirstScanBatchPayload,
  scanBatchJob,
  type ScanBatchResult,
} from '#lib/scan';

@Injectable()
@JobHandler(scanBatchJob)
export class ScanBatchHandler implements Handles<typeof scanBatchJob> {
  constructor(private readonly batches: BatchScanService) {}

  async run(payload: FirstScanBatchPayload, context: JobContext<ScanBatchResult>): Promise<ScanBatchResult> {
    const plan = await this.batches.prepare(payload);
    return context.complete((tx) => this.batches.scan(tx, plan, payload));
  }
}

@Injectable()
@JobHandler(firstScanBatchJob)
export class FirstScanBatchHandler extends ScanBatchHandler {}
