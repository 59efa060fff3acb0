import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AuditTrailService } from '#lib/audit-trail';
import { Administrator, ApiEnvelope } from '../http';
import { AuditEventListResponse } from './audit-events.responses';
import { AuditEventsQuery } from './audit-events.requests';

@ApiTags('audit events')
@Controller('api/admin/audit-events')
@Administrator({ keyHeader: true })
export class AuditEventsController {
  constructor(private readonly trail: AuditTrailService) {}

  @Get()
  @ApiOperation({
    summary: 'Who did what: users, keys, imports, syncs, scans, drains, deletions, backups; newest first',
  })
  @ApiEnvelope(AuditEventListResponse)
  list(@Query() { actor, action, day, limit, offset }: AuditEventsQuery): Promise<AuditEventListResponse> {
    return this.trail.list({ actor, action, day }, { limit, offset });
  }
}
