import { Injectable } from '@nestjs/common';
import { Database } from '#lib/database';
import { type AuditEventFilter, type AuditEventView, selectAuditEvents } from './persistence/audit-events.query';

/** Who did what when. Events are written by `recordAct` and never change. */
@Injectable()
export class AuditTrailService {
  constructor(private readonly db: Database) {}

  /** A page of the events that fit, newest first, and how many fit. */
  list(
    filter: AuditEventFilter,
    page: { limit: number; offset: number },
  ): Promise<{ items: AuditEventView[]; total: number }> {
    return selectAuditEvents(this.db, filter, page);
  }
}
