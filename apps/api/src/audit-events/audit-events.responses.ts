import { ApiProperty } from '@nestjs/swagger';
import { ACTOR_KINDS, AUDIT_ACTIONS, type AuditEventView } from '#lib/audit-trail';

export class AuditActorResponse {
  @ApiProperty({ type: 'string', enum: ACTOR_KINDS }) kind!: AuditEventView['actor']['kind'];
  @ApiProperty({ type: 'integer', nullable: true, example: 1 }) userId!: number | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'The name at the time', example: 'admin' })
  username!: string | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Readable part of the API key, where one was used' })
  keyPrefix!: string | null;
}

export class AuditEventResponse implements AuditEventView {
  @ApiProperty({ type: 'integer', example: 12 }) id!: number;
  @ApiProperty({ type: 'string', format: 'date-time' }) at!: Date;
  @ApiProperty({ type: AuditActorResponse }) actor!: AuditActorResponse;
  @ApiProperty({ type: 'string', enum: AUDIT_ACTIONS }) action!: AuditEventView['action'];
  @ApiProperty({ type: 'integer', nullable: true, description: 'Of the row that it was done to' })
  subjectId!: number | null;
  @ApiProperty({ type: 'string', nullable: true, description: 'Its name: of a user, a key, a file', example: 'li.si' })
  subject!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Small facts of the act, such as a role or a span of days',
    example: { role: 'admin' },
  })
  details!: AuditEventView['details'];
}

export class AuditEventListResponse {
  @ApiProperty({ type: [AuditEventResponse], description: 'A page, newest first' }) items!: AuditEventResponse[];
  @ApiProperty({ type: 'integer', description: 'Of all events that fit' }) total!: number;
}
