import { Module } from '@nestjs/common';
import { AuditTrail } from './audit-trail.service';

/** Who did what when. Needs the global database module. */
@Module({ providers: [AuditTrail], exports: [AuditTrail] })
export class AuditTrailModule {}
