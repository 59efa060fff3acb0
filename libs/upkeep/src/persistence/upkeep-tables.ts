import { CreateUpkeep1767000000900 } from './1767000000900-create-upkeep';
import { RetentionRun } from './retention-run.entity';
import { StoredAuditReport } from './stored-audit-report.entity';

export const UPKEEP_ENTITIES = [RetentionRun, StoredAuditReport];

export const UPKEEP_MIGRATIONS = [CreateUpkeep1767000000900];
