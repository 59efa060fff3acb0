import { retentionJob } from './retention.job';
import { selfAuditJob } from './self-audit.job';

export const UPKEEP_JOBS = [retentionJob, selfAuditJob];
