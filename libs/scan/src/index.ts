export { BatchScan } from './batch-scan.service';
export type { BatchRequest, RangeDescription } from './batch-scan.service';
export {
  DEFAULT_CIRC_MKT_MAX_YI,
  DEFAULT_CIRC_MKT_MIN_YI,
  MAX_CIRC_MKT_YI,
  PRIOR_WINDOW_DAYS,
} from './domain/scan-request';
export { DEFAULT_SCAN_OPTIONS, MAX_CAP_TOLERANCE_PCT, MAX_SKIP_CLOSED_DAYS, VOLUME_BASES } from './domain/scan-options';
export type { ScanOptions, VolumeBasis } from './domain/scan-options';
export type { ScanBounds, ScanRequest } from './domain/scan-request';
export { firstScanBatchJob, FirstScanBatchPayload, HIT_OUTCOMES, scanBatchJob } from './jobs/scan-batch.job';
export type { HitOutcome, ScanBatchResult, ScanPersist, ScanRow } from './jobs/scan-batch.job';
export { scanRangeJob, ScanRangePayload } from './jobs/scan-range.job';
export type { ScanRangeResult } from './jobs/scan-range.job';
export { LowVolumeScan } from './low-volume-scan.service';
export { CreateScans1763600000500 } from './persistence/1763600000500-create-scans';
export { CreateScanOptions1764400000010 } from './persistence/1764400000010-create-scan-options';
export { MarkEstimatedCaps1768000000010 } from './persistence/1768000000010-mark-estimated-caps';
export { NameAdjustedLimits1768000000000 } from './persistence/1768000000000-name-adjusted-limits';
export { TellOriginOfHits1767000000810 } from './persistence/1767000000810-tell-origin-of-hits';
export type { ScanHit, ScanStatus, ScanView } from './persistence/scan-runs.query';
export { ScanModule } from './scan.module';
export { ScansService } from './scans.service';
export { SCAN_RETENTION } from './persistence/scan-retention';
