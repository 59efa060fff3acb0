export { actAs, COMMAND_LINE, SERVER, UNKNOWN_PERSON } from './acting';
export { AuditTrailModule } from './audit-trail.module';
export { AuditTrailService } from './audit-trail.service';
export { ACTOR_KINDS, AUDIT_ACTIONS } from './domain/audit-event';
export type { Act, Actor, AuditAction } from './domain/audit-event';
export type { AuditEventView } from './persistence/audit-events.query';
export { AUDIT_RETENTION } from './persistence/audit-retention';
export { AUDIT_TRAIL_ENTITIES, AUDIT_TRAIL_MIGRATIONS } from './persistence/audit-trail-tables';
export { recordAct } from './record-act';
