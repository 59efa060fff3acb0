export { BatchScanService } from './batch-scan.service';
export type { RangeDescription } from './batch-scan.service';
export { HIT_OUTCOMES } from './domain/hit-outcome';
export type { HitOutcome } from './domain/hit-outcome';
export { DEFAULT_SCAN_OPTIONS, MAX_CAP_TOLERANCE_PCT, MAX_SKIP_CLOSED_DAYS, VOLUME_BASES } from './domain/scan-options';
export type { ScanOptions, VolumeBasis } from './domain/scan-options';
export {
  DEFAULT_CIRC_MKT_MAX_YI,
  DEFAULT_CIRC_MKT_MIN_YI,
  MAX_CIRC_MKT_YI,
  PRIOR_WINDOW_DAYS,
} from './domain/scan-request';
export type { ScanRequest } from './domain/scan-request';
export { SCAN_STATUSES } from './domain/scan-status';
export type { ScanStatus } from './domain/scan-status';
export { FirstScanBatchPayload, firstScanBatchJob, scanBatchJob } from './jobs/scan-batch.job';
export type { ScanBatchResult } from './jobs/scan-batch.job';
export { SCAN_JOBS } from './jobs/scan-jobs';
export { ScanRangePayload, scanRangeJob } from './jobs/scan-range.job';
export type { ScanRangeResult } from './jobs/scan-range.job';
export { LowVolumeScanService } from './low-volume-scan.service';
export type { ScanPlan } from './low-volume-scan.service';
export type { ScanPersist } from './persistence/scan-range.entity';
export { SCAN_RETENTION } from './persistence/scan-retention';
export type { ScanHit, ScanView } from './persistence/scan-runs.query';
export { SCAN_ENTITIES, SCAN_MIGRATIONS } from './persistence/scan-tables';
export type { ScanRow } from './persistence/stored-hit.entity';
export { ScanModule } from './scan.module';
export { ScansService } from './scans.service';
