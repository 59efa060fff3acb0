export { differencesOf } from './audit/audit-check';
export type { AuditCheck, AuditDifference, AuditReport } from './audit/audit-check';
export { retentionJob } from './jobs/retention.job';
export { selfAuditJob } from './jobs/self-audit.job';
export { CreateUpkeep1767000000900 } from './persistence/1767000000900-create-upkeep';
export { Retention } from './retention.service';
export type { RetentionView } from './retention.service';
export { SelfAudit } from './self-audit.service';
export { UpkeepModule } from './upkeep.module';
