import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { DAILY_WINDOW, WEEKLY_BARS, WEEKLY_WINDOW } from './fill-queue.query';
import type { RecordKind } from './record-write.query';
import { SESSION_COLUMNS, SESSION_JOINS, type SessionView } from './session-view.query';

/** A session with days or weeks that have a bar and no record; `missing` counts all of them since the entry. */
export type SessionWithGaps = SessionView & { missing: number };

export interface RecordGaps {
  sessions: SessionWithGaps[];
  /** Counts the sessions beyond the limit too. */
  total: number;
}

/** $1 the last day whose bars count. Whether one of the newest days or weeks lacks its record. */
const RECENT_GAP = {
  daily: `exists (
    select from (
      select b.trade_date from daily_bar b where b.code = s.code and b.trade_date between s.entry_date and $1
      order by b.trade_date desc limit ${DAILY_WINDOW}
    ) w
    where not exists (
      select from daily_record r where r.session_id = s.id and r.trade_date = w.trade_date and r.deleted_at is null))`,
  weekly: `exists (
    select from (
      select distinct date_trunc('week', b.trade_date)::date as week_start
      from (
        select b.trade_date from daily_bar b where b.code = s.code and b.trade_date between s.entry_date and $1
        order by b.trade_date desc limit ${WEEKLY_BARS}
      ) b
      order by 1 desc limit ${WEEKLY_WINDOW}
    ) w
    where not exists (
      select from weekly_record r where r.session_id = s.id and r.week_start = w.week_start and r.deleted_at is null))`,
} as const;

const ALL_GAPS = {
  daily: `select count(*)::int as missing from daily_bar b
    where b.code = s.code and b.trade_date between s.entry_date and $1 and not exists (
      select from daily_record r where r.session_id = s.id and r.trade_date = b.trade_date and r.deleted_at is null)`,
  weekly: `select count(*)::int as missing from (
      select distinct date_trunc('week', b.trade_date)::date as week_start from daily_bar b
      where b.code = s.code and b.trade_date between s.entry_date and $1
    ) w
    where not exists (
      select from weekly_record r where r.session_id = s.id and r.week_start = w.week_start and r.deleted_at is null)`,
} as const;

/**
 * The open sessions that lack a record of their last 10 days or 8 weeks with a bar, whatever their review date, by priority.
 * What a fill would leave alone counts as there. Older gaps are counted, and put no session on the list.
 */
export async function selectRecordGaps(
  db: SqlRunner,
  kind: RecordKind,
  { through, limit }: { through: CalendarDay; limit: number },
): Promise<RecordGaps> {
  const rows = await db.query<SessionWithGaps & { total: number }>(
    `select ${SESSION_COLUMNS}, gaps.missing, q.total
     from (
       select s.id, count(*) over ()::int as total, row_number() over (order by s.priority desc, s.id) as position
       from tracking_session s
       where s.ended_at is null and s.deleted_at is null and ${RECENT_GAP[kind]}
       order by position limit $2
     ) q
     join tracking_session s on s.id = q.id ${SESSION_JOINS}
     cross join lateral (${ALL_GAPS[kind]}) gaps
     order by q.position`,
    [through, limit],
  );
  return { sessions: rows.map(({ total: _, ...session }) => session), total: rows[0]?.total ?? 0 };
}
