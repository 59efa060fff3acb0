import { ACTOR_KINDS, AUDIT_ACTIONS, type AuditAction, type AuditEventView } from '#lib/audit-trail';
import { ApiEnum, ApiId, ApiInstant, ApiInteger, ApiJson, ApiObject, ApiText } from '../http';

export class AuditActorResponse {
  @ApiEnum(ACTOR_KINDS) kind!: AuditEventView['actor']['kind'];
  @ApiId({ nullable: true }) userId!: number | null;
  @ApiText({ nullable: true, example: 'admin', description: 'The name at the time' }) username!: string | null;
  @ApiText({ nullable: true, description: 'Readable part of the API key, where one was used' })
  keyPrefix!: string | null;
}

export class AuditEventResponse implements AuditEventView {
  @ApiId() id!: number;
  @ApiInstant() at!: Date;
  @ApiObject(AuditActorResponse) actor!: AuditActorResponse;
  @ApiEnum(AUDIT_ACTIONS) action!: AuditAction;
  @ApiId({ nullable: true, description: 'Of the row that it was done to' }) subjectId!: number | null;
  @ApiText({ nullable: true, example: 'li.si', description: 'Its name: of a user, a key, a file' })
  subject!: string | null;
  @ApiJson({ example: { role: 'admin' }, description: 'Small facts of the act, such as a role or a span of days' })
  details!: AuditEventView['details'];
}

export class AuditEventListResponse {
  @ApiObject([AuditEventResponse], { description: 'A page, newest first' }) items!: AuditEventResponse[];
  @ApiInteger({ description: 'Of all events that fit' }) total!: number;
}
