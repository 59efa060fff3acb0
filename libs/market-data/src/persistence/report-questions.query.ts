import type { SqlRunner } from '#lib/database';
import type { Statement } from '../tushare/readers/stock-report';

export interface ReportQuestion {
  dataSet: Statement;
  code: string;
}

/** How old the reports of a stock may get: with an open session, and of the others, in days. */
const REFRESH_DAYS = { tracked: 7, others: 30 };

/**
 * Which reports to ask for next: those of stocks with open sessions before the others, never asked ones before old ones.
 * Reads `tracking_session` on purpose: which stocks people follow is known there alone, and no order of theirs is changed.
 * @param at The business clock. @param sync Units that this sync has asked already are left out.
 */
export function selectReportQuestions(
  db: SqlRunner,
  request: { sets: readonly Statement[]; at: Date; syncId: number; limit: number },
): Promise<ReportQuestion[]> {
  return db.query<ReportQuestion>(
    `select asked.data_set as "dataSet", s.code
     from stock s
     cross join unnest($1::text[]) with ordinality as asked(data_set, place)
     left join market_sync_unit u on u.data_set = asked.data_set and u.unit_key = s.code
     cross join lateral (
       select exists (
         select from tracking_session t where t.code = s.code and t.ended_at is null and t.deleted_at is null
       ) as is_tracked
     ) followed
     where s.delist_date is null and u.sync_id is distinct from $3
       and (u.fetched_at is null
         or u.fetched_at < $2::timestamptz - case when is_tracked then ${REFRESH_DAYS.tracked} else ${REFRESH_DAYS.others} end * interval '1 day')
     order by is_tracked desc, u.fetched_at nulls first, s.code, asked.place
     limit $4`,
    [request.sets, request.at, request.syncId, request.limit],
  );
}
