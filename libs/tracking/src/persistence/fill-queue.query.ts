import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { readRiseReferences, riseJoins, risenBy } from './rise';
import { SESSION_COLUMNS, SESSION_JOINS, type SessionView } from './session-view.query';

/** Why a session waits for a fill: no review date, one that has come, one within a week, or a jump of the price today. */
export const QUEUE_REASONS = ['unset', 'due', 'within_7d', 'rise_8'] as const;
export type QueueReason = (typeof QUEUE_REASONS)[number];

/** A session that waits for a daily fill. `missingDays` of its last 10 trading days have no record. */
export type DailyQueueSession = SessionView & { missingDays: number; queueReason: QueueReason };

/** A session that waits for a weekly fill: that many of its last 8 weeks are missing, or the newest saw older bars. */
export type WeeklyQueueSession = SessionView & { missingWeeks: number; queueReason: QueueReason };

export interface QueueMoment {
  today: CalendarDay;
  /** Bars up to this day count. */
  through: CalendarDay;
  /** The market's last complete day up to `through`: a stock without a bar since then is suspended. Null where none is. */
  marketDay: CalendarDay | null;
}

/** Bars that a daily fill looks at. */
export const DAILY_WINDOW = 10;
/** Weeks that a weekly fill looks at. */
export const WEEKLY_WINDOW = 8;
/** So many bars lie in that many weeks at least. */
export const WEEKLY_BARS = WEEKLY_WINDOW * 5;

/** $1 today, $2 the last day whose bars count, $3 the market's last complete day. */
const LATEST_BAR = `
  cross join lateral (
    select b.trade_date as day from daily_bar b where b.code = s.code and b.trade_date <= $2
    order by b.trade_date desc limit 1
  ) latest`;

const OPEN_AND_TRADED = `s.ended_at is null and s.deleted_at is null and ($3::date is null or latest.day >= $3::date)`;

const DAILY_FROM = `
  from tracking_session s ${LATEST_BAR}
  cross join lateral (
    select count(*) filter (where r.id is null) as missing
    from (
      select b.trade_date from daily_bar b where b.code = s.code and b.trade_date between s.entry_date and $2
      order by b.trade_date desc limit ${DAILY_WINDOW}
    ) w
    left join daily_record r on r.session_id = s.id and r.trade_date = w.trade_date and r.deleted_at is null
  ) lag
  where ${OPEN_AND_TRADED} and (s.next_review_at is null or s.next_review_at <= $1::date) and lag.missing > 0`;

/** Whether the stock rose by 8 % or more today. $4 and $5: the codes and factors of the rise references. */
const RISEN_TODAY = `
  latest.day = $1::date and exists (
    select 1 from daily_bar b ${riseJoins('$4', '$5')}
    where b.code = s.code and b.trade_date = latest.day and ${risenBy('8')}
  )`;

const WEEKLY_FROM = `
  from tracking_session s ${LATEST_BAR}
  cross join lateral (
    select count(*) filter (where r.id is null
      or (w.week_start = date_trunc('week', latest.day)::date and r.data_through < latest.day)) as missing
    from (
      select distinct date_trunc('week', b.trade_date)::date as week_start
      from (
        select b.trade_date from daily_bar b where b.code = s.code and b.trade_date between s.entry_date and $2
        order by b.trade_date desc limit ${WEEKLY_BARS}
      ) b
      order by 1 desc limit ${WEEKLY_WINDOW}
    ) w
    left join weekly_record r on r.session_id = s.id and r.week_start = w.week_start and r.deleted_at is null
  ) lag
  where ${OPEN_AND_TRADED} and lag.missing > 0
    and (s.next_review_at is null or s.next_review_at <= $1::date + 7 or (${RISEN_TODAY}))`;

const REASON = `
  case when s.next_review_at is null then 'unset' when s.next_review_at <= $1::date then 'due'
    when s.next_review_at <= $1::date + 7 then 'within_7d' else 'rise_8' end`;

/** Most overdue first. A session without a review date is due today. */
const ORDER = `order by coalesce(s.next_review_at, $1::date), lag.missing desc, s.priority desc, s.id`;

const QUEUES = {
  daily: { from: DAILY_FROM, missing: 'missingDays' },
  weekly: { from: WEEKLY_FROM, missing: 'missingWeeks' },
} as const;

interface QueueRow {
  daily: DailyQueueSession;
  weekly: WeeklyQueueSession;
}

/** The open sessions whose records lag behind the market data and that are due, most overdue first. */
export async function selectFillQueue<Kind extends keyof QueueRow>(
  db: SqlRunner,
  kind: Kind,
  moment: QueueMoment,
): Promise<QueueRow[Kind][]> {
  const { from, missing } = QUEUES[kind];
  return db.query(
    `select ${SESSION_COLUMNS}, q.missing as "${missing}", q.reason as "queueReason"
     from (
       select s.id, lag.missing, ${REASON} as reason, row_number() over (${ORDER}) as position ${from}
     ) q
     join tracking_session s on s.id = q.id ${SESSION_JOINS}
     order by q.position`,
    await buildParameters(db, kind, moment),
  );
}

/** As {@link selectFillQueue}, ids alone. */
export async function selectFillQueueIds(db: SqlRunner, kind: keyof QueueRow, moment: QueueMoment): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select s.id ${QUEUES[kind].from} ${ORDER}`,
    await buildParameters(db, kind, moment),
  );
  return rows.map((row) => row.id);
}

async function buildParameters(
  db: SqlRunner,
  kind: keyof QueueRow,
  { today, through, marketDay }: QueueMoment,
): Promise<unknown[]> {
  const moment = [today, through, marketDay];
  if (kind === 'daily') return moment;
  const { codes, factors } = await readRiseReferences(db, today);
  return [...moment, codes, factors];
}
