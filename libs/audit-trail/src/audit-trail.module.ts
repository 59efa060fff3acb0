import { Module } from '@nestjs/common';
import { AuditTrailService } from './audit-trail.service';

/** Who did what when. Needs the global database module. */
@Module({ providers: [AuditTrailService], exports: [AuditTrailService] })
export class AuditTrailModule {}
