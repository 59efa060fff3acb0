import { CreateScans1763600000500 } from './1763600000500-create-scans';
import { CreateScanOptions1764400000010 } from './1764400000010-create-scan-options';
import { TellOriginOfHits1767000000810 } from './1767000000810-tell-origin-of-hits';
import { NameAdjustedLimits1768000000000 } from './1768000000000-name-adjusted-limits';
import { MarkEstimatedCaps1768000000010 } from './1768000000010-mark-estimated-caps';
import { ScanRange } from './scan-range.entity';
import { ScanRun } from './scan-run.entity';
import { StoredHit } from './stored-hit.entity';

export const SCAN_ENTITIES = [ScanRun, ScanRange, StoredHit];

export const SCAN_MIGRATIONS = [
  CreateScans1763600000500,
  CreateScanOptions1764400000010,
  TellOriginOfHits1767000000810,
  NameAdjustedLimits1768000000000,
  MarkEstimatedCaps1768000000010,
];
