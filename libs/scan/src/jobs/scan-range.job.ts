import { IsInt, Max, Min } from 'class-validator';
import { defineJob } from '#lib/queue';

/** One code range of a whole-market scan. Everything else about it stands in its rows. */
export class ScanRangePayload {
  @IsInt()
  @Min(1)
  scanId!: number;

  @IsInt()
  @Min(1)
  @Max(8)
  rangeNo!: number;
}

export type ScanRangeResult = { matched: number };

/**
 * Workers may die again and again while a scan runs (a deploy, a crash loop), so a range survives many losses; one that
 * kills its worker every time is still given up in the end and named in the scan's error.
 */
export const scanRangeJob = defineJob<ScanRangePayload, ScanRangeResult>({
  name: 'scan.range',
  queue: 'scan',
  payload: ScanRangePayload,
  dedupeKey: (payload) => `${payload.scanId}/${payload.rangeNo}`,
  retry: { attempts: 5, backoffMs: 1000, crashes: 15 },
});
