import { Module } from '@nestjs/common';
import { AuditTrailModule } from '#lib/audit-trail';
import { AuditEventsController } from './audit-events.controller';

@Module({ imports: [AuditTrailModule], controllers: [AuditEventsController] })
export class AuditEventsApiModule {}
