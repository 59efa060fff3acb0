import { Injectable } from '@nestjs/common';
import type { Transaction } from '#lib/database';
import { type Handles, type JobContext, type JobError, JobHandler } from '#lib/queue';
import { scanRangeJob, type ScanRangePayload, type ScanRangeResult, ScansService } from '#lib/scan';

@Injectable()
@JobHandler(scanRangeJob)
export class ScanRangeHandler implements Handles<typeof scanRangeJob> {
  constructor(private readonly scans: ScansService) {}

  async run(payload: ScanRangePayload, context: JobContext<ScanRangeResult>): Promise<ScanRangeResult> {
    const task = await this.scans.takeRange(payload, (write) => context.fenced(write));
    if (task === undefined) return { matched: 0 };
    return context.completeLate(
      (tx) => this.scans.scanRange(tx, task),
      (tx, found) => this.scans.finishRange(tx, payload, found),
    );
  }

  async failed(payload: ScanRangePayload, error: JobError, tx: Transaction): Promise<void> {
    await this.scans.failRange(tx, payload, error.message);
  }
}
