import type { SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import type { TradedBar } from '../domain/auto-close';
import type { CycleEvent, PrimaryPhase } from '../domain/vocabulary';

/** A session and its newest records, as the rules of automatic closing see them. */
export interface SessionFacts {
  code: string;
  entryDate: CalendarDay;
  entryClose: number | null;
  primaryPhase: PrimaryPhase | null;
  isOpen: boolean;
  newestDaily: CalendarDay | null;
  newestEvents: CycleEvent[] | null;
  newestWeekly: CalendarDay | null;
  /** Of the two newest weekly records that end at or before the asked day, newest first. */
  weekEnds: CalendarDay[];
  hints: (PrimaryPhase | null)[];
}

/** @returns undefined for an id that never existed or was deleted. */
export async function selectSessionFacts(
  db: SqlRunner,
  sessionId: number,
  weeksThrough: CalendarDay,
): Promise<SessionFacts | undefined> {
  const [facts] = await db.query<SessionFacts>(
    `select s.code, s.entry_date as "entryDate", s.entry_close_price as "entryClose",
       s.current_primary_phase as "primaryPhase", s.ended_at is null as "isOpen",
       d.trade_date as "newestDaily", d.cycle_events as "newestEvents", w.week_end_date as "newestWeekly",
       coalesce(c.week_ends, '{}') as "weekEnds", coalesce(c.hints, '{}') as hints
     from tracking_session s
     left join daily_record d on d.session_id = s.id and d.is_latest
     left join weekly_record w on w.session_id = s.id and w.is_latest
     cross join lateral (
       select array_agg(week_end_date order by week_end_date desc) as week_ends,
         array_agg(primary_phase_hint order by week_end_date desc) as hints
       from (
         select week_end_date, primary_phase_hint from weekly_record
         where session_id = s.id and deleted_at is null and week_end_date <= $2
         order by week_start desc limit 2
       ) completed
     ) c
     where s.id = $1 and s.deleted_at is null`,
    [sessionId, weeksThrough],
  );
  return facts;
}

/** A stock's bars up to `through`, oldest first: from `from` on, and the `least` newest ones at least. */
export async function selectTradedBars(
  db: SqlRunner,
  stock: { code: string; from: CalendarDay; through: CalendarDay; least: number },
): Promise<(TradedBar & { board: Board })[]> {
  return db.query(
    `select b.trade_date as "tradeDate", b.open, b.high, b.low, b.close, b.pre_close as "preClose", s.board
     from daily_bar b join stock s on s.code = b.code
     where b.code = $1 and b.trade_date <= $3 and b.trade_date >= least($2::date, (
       select min(trade_date) from (
         select trade_date from daily_bar where code = $1 and trade_date <= $3 order by trade_date desc limit $4
       ) newest))
     order by b.trade_date`,
    [stock.code, stock.from, stock.through, stock.least],
  );
}

/** A stock's board, as its listing says. */
type Board = 'main' | 'chinext' | 'star' | 'bse';
