import { firstScanBatchJob, scanBatchJob } from './scan-batch.job';
import { scanRangeJob } from './scan-range.job';

export const SCAN_JOBS = [scanBatchJob, firstScanBatchJob, scanRangeJob];
