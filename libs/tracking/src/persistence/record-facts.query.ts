import { columnsOf, type SqlRunner } from '#lib/database';
import type { CalendarDay } from '#lib/kernel';
import { notProvisional } from '#lib/market-data';
import type { TradedBar } from '../domain/auto-close';
import type { CycleEvent, PrimaryPhase } from '../domain/vocabulary';
import { LISTING_JOIN, SHOWN_NAME } from './session-name';
import { TrackingSession } from './tracking-session.entity';

/** An open session and its newest records, as the rules of automatic closing see them. */
export interface SessionFacts extends Pick<TrackingSession, 'id' | 'code' | 'entryDate' | 'stockName'> {
  entryClose: number | null;
  primaryPhase: PrimaryPhase | null;
  newestDaily: CalendarDay | null;
  newestEvents: CycleEvent[] | null;
  newestWeekly: CalendarDay | null;
  /** Of the two newest weekly records that end at or before the asked day, newest first. */
  weekEnds: CalendarDay[];
  hints: (PrimaryPhase | null)[];
}

/** The open session of that id, or all open ones, the most important first. Closed and deleted ones are left out. */
export async function selectSessionFacts(
  db: SqlRunner,
  sessionId: number | 'all',
  weeksThrough: CalendarDay,
): Promise<SessionFacts[]> {
  return db.query<SessionFacts>(
    `select ${columnsOf(TrackingSession, 's', ['id', 'code', 'entryDate'])}, ${SHOWN_NAME} as "stockName",
       s.entry_close_price as "entryClose", s.current_primary_phase as "primaryPhase",
       d.trade_date as "newestDaily", d.cycle_events as "newestEvents", w.week_end_date as "newestWeekly",
       coalesce(c.week_ends, '{}') as "weekEnds", coalesce(c.hints, '{}') as hints
     from tracking_session s
     ${LISTING_JOIN}
     left join daily_record d on d.session_id = s.id and d.is_latest
     left join weekly_record w on w.session_id = s.id and w.is_latest
     cross join lateral (
       select array_agg(week_end_date order by week_end_date desc) as week_ends,
         array_agg(primary_phase_hint order by week_end_date desc) as hints
       from (
         select week_end_date, primary_phase_hint from weekly_record
         where session_id = s.id and deleted_at is null and week_end_date <= $1
         order by week_start desc limit 2
       ) completed
     ) c
     where s.ended_at is null and s.deleted_at is null ${sessionId === 'all' ? '' : 'and s.id = $2'}
     order by s.priority desc, s.id`,
    sessionId === 'all' ? [weeksThrough] : [weeksThrough, sessionId],
  );
}

/** A stock's listing, its final bars up to a day, oldest first, and the last of them at or before the asked `from`. */
export interface TradedStock {
  board: Board;
  bars: TradedBar[];
  barDate: CalendarDay | null;
}

/**
 * For each asked stock, in the order asked: its final bars up to `through`, from the last one at or before `from` on, and
 * the `least` newest ones at least. Undefined for a code that the market data does not know.
 */
export async function selectTradedStocks(
  db: SqlRunner,
  stocks: readonly { code: string; from: CalendarDay }[],
  { through, least }: { through: CalendarDay; least: number },
): Promise<(TradedStock | undefined)[]> {
  // Bars come as one JSON value a stock: a row each costs the driver several times as much.
  const rows = await db.query<{ position: number; board: Board; barDate: CalendarDay | null; bars: BarCells[] | null }>(
    `select q.position::int as position, k.board, entry.bar_date as "barDate", b.bars
     from unnest($1::text[], $2::date[]) with ordinality as q(code, first, position)
     join stock k on k.code = q.code
     cross join lateral (
       select max(trade_date) as bar_date from daily_bar where code = q.code and trade_date <= q.first
     ) entry
     cross join lateral (
       select json_agg(json_build_array(trade_date, high, low, close, pre_close) order by trade_date) as bars
       from daily_bar
       where code = q.code and trade_date <= $3 and ${notProvisional('daily_bar')}
         and trade_date >= least(coalesce(entry.bar_date, q.first), (
         select min(trade_date) from (
           select trade_date from daily_bar where code = q.code and trade_date <= $3 order by trade_date desc limit $4
         ) newest))
     ) b`,
    [stocks.map(({ code }) => code), stocks.map(({ from }) => from), through, least],
  );
  const found = new Map(
    rows.map(({ position, bars, ...stock }) => [position, { ...stock, bars: (bars ?? []).map(toBar) }]),
  );
  return stocks.map((_, index) => found.get(index + 1));
}

type BarCells = [CalendarDay, number, number, number, number | null];

function toBar([tradeDate, high, low, close, preClose]: BarCells): TradedBar {
  return { tradeDate, high, low, close, preClose };
}

/** A stock's board, as its listing says. */
type Board = 'main' | 'chinext' | 'star' | 'bse';
