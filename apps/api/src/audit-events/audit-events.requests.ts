import { AUDIT_ACTIONS, type AuditAction } from '#lib/audit-trail';
import type { CalendarDay } from '#lib/kernel';
import { DayField, EnumField, LimitField, OffsetField, TextField } from '../http';

export class AuditEventsQuery {
  @TextField({ min: 1, max: 64, optional: true, description: 'Name of the acting user, in any case', example: 'admin' })
  actor?: string;

  @EnumField(AUDIT_ACTIONS, { optional: true }) action?: AuditAction;

  @DayField({ optional: true, description: 'A day of Asia/Shanghai' }) day?: CalendarDay;

  @LimitField({ default: 50, max: 200 }) limit!: number;
  @OffsetField() offset!: number;
}
