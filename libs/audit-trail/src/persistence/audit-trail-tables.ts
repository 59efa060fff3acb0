import { CreateAuditEvents1768000000100 } from './1768000000100-create-audit-events';
import { AuditEvent } from './audit-event.entity';

export const AUDIT_TRAIL_ENTITIES = [AuditEvent];

export const AUDIT_TRAIL_MIGRATIONS = [CreateAuditEvents1768000000100];
