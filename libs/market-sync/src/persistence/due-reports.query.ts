import type { SqlRunner } from '#lib/database';
import type { ReportKind } from '../domain/data-sets';

export interface DueReport {
  dataSet: ReportKind;
  code: string;
}

/** How old the reports of a stock may get: with an open session, and of the others, in days. */
const REFRESH_DAYS = { tracked: 7, others: 30 };

/**
 * Which reports to request next: those of stocks with open sessions before the others, never requested ones before old ones.
 * Reads `tracking_session` on purpose: which stocks people follow is known there alone, and no order of theirs is changed.
 * @param at The business clock. @param sync Units that this sync has requested already are left out.
 */
export function selectDueReports(
  db: SqlRunner,
  request: { sets: readonly ReportKind[]; at: Date; syncId: number; limit: number },
): Promise<DueReport[]> {
  return db.query<DueReport>(
    `select due.data_set as "dataSet", s.code
     from stock s
     cross join unnest($1::text[]) with ordinality as due(data_set, position)
     left join market_sync_unit u on u.data_set = due.data_set and u.unit_key = s.code
     cross join lateral (
       select exists (
         select from tracking_session t where t.code = s.code and t.ended_at is null and t.deleted_at is null
       ) as is_tracked
     ) followed
     where s.delist_date is null and u.sync_id is distinct from $3
       and (u.fetched_at is null
         or u.fetched_at < $2::timestamptz - case when is_tracked then ${REFRESH_DAYS.tracked} else ${REFRESH_DAYS.others} end * interval '1 day')
     order by is_tracked desc, u.fetched_at nulls first, s.code, due.position
     limit $4`,
    [request.sets, request.at, request.syncId, request.limit],
  );
}
