import { columnsOf, type RowOf, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { Actor, AuditAction } from '../domain/audit-event';
import { AuditEvent } from './audit-event.entity';

const COLUMNS = columnsOf(AuditEvent, '', ['id', 'at', 'action', 'subjectId', 'subject', 'details']);

export interface AuditEventView extends RowOf<typeof COLUMNS> {
  actor: { kind: Actor['kind']; userId: number | null; username: string | null; keyPrefix: string | null };
}

/** Unset: all. */
export interface AuditEventFilter {
  /** Name of the acting user, in any case. */
  actor?: string | undefined;
  action?: AuditAction | undefined;
  /** Day of Asia/Shanghai. */
  day?: CalendarDay | undefined;
}

const FITS = `($1::text is null or lower(actor_name) = lower($1)) and ($2::text is null or action = $2)
  and ($3::date is null
    or (at >= $3::date::timestamp at time zone 'Asia/Shanghai' and at < ($3::date + 1)::timestamp at time zone 'Asia/Shanghai'))`;

export async function selectAuditEvents(
  sql: SqlRunner,
  { actor, action, day }: AuditEventFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: AuditEventView[]; total: number }> {
  const filter = [actor ?? null, action ?? null, day ?? null];
  const [count] = await sql.query<{ total: number }>(
    `select count(*)::int as total from audit_event where ${FITS}`,
    filter,
  );
  const items = await sql.query<AuditEventView>(
    `select ${COLUMNS}, json_build_object(
       'kind', actor_kind, 'userId', actor_id, 'username', actor_name, 'keyPrefix', key_prefix) as actor
     from audit_event where ${FITS} order by id desc limit $4 offset $5`,
    [...filter, limit, offset],
  );
  return { items, total: count?.total ?? 0 };
}
