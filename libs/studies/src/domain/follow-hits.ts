import type { CalendarDay } from '#lib/kernel';
import type { Board } from '#lib/market-data';
import {
  findEntry,
  findExit,
  type HitCalendar,
  measureReturn,
  netReturn,
  type TradedBars,
  type TradingCosts,
} from '#lib/outcomes/domain';
import type { CaseExit, FilledEntry, StudyCase } from './study-case';

/** `first`: no case of a stock while another one of it is held; `all`: every hit. */
export const OVERLAPS = ['first', 'all'] as const;
export type Overlap = (typeof OVERLAPS)[number];

/** One stock's bars as cases are read from them. */
export interface FollowedBars extends TradedBars {
  readonly code: string;
  readonly board: Board;
  /** Positions of the bars' days in the market's list of days. */
  readonly day: Int32Array;
  readonly tradedClose: Float64Array;
  readonly amount: Float64Array;
  readonly floatCap: Float64Array;
  readonly st: Uint8Array;
}

/** A hit of the stock. */
export interface StockHit {
  /** Position of its bar. */
  readonly at: number;
  readonly rank: number;
}

/** What is known beside a stock's bars. */
export interface CaseCalendar extends HitCalendar {
  /** The market's days. */
  readonly days: readonly CalendarDay[];
  /** Position of the day from which the days of cases are counted. */
  readonly firstDay: number;
}

export interface FollowOptions {
  /** Ascending. */
  readonly horizons: readonly number[];
  readonly overlap: Overlap;
  readonly costs: TradingCosts;
}

/**
 * The cases that one stock's hits make, as `overlap` keeps them (decisions-2, section 15): a new one may enter on the day after
 * the last exit.
 * @param hits Oldest first.
 */
export function followHits(
  stockNo: number,
  bars: FollowedBars,
  hits: readonly StockHit[],
  calendar: CaseCalendar,
  options: FollowOptions,
): StudyCase[] {
  const cases: StudyCase[] = [];
  /** Number of the last open day on which a case is held. */
  let heldThrough = -Infinity;
  for (const { at, rank } of hits) {
    const entry = findEntry(bars, at, calendar);
    const entered = entry.outcome === 'filled' ? (bars.openDay[entry.at] ?? NaN) : (bars.openDay[at] ?? NaN) + 1;
    if (options.overlap === 'first' && entered <= heldThrough) continue;
    const told = {
      ...{ stockNo, code: bars.code, board: bars.board, signalDay: dayOf(bars, at, calendar), rank },
      ...{ st: bars.st[at] === 1, cap: bars.floatCap[at] ?? NaN, amount: bars.amount[at] ?? NaN },
    };
    if (entry.outcome !== 'filled') {
      cases.push({ ...told, outcome: entry.outcome });
      continue;
    }
    const filled = fill(bars, at, entry.at, calendar, options);
    cases.push({ ...told, outcome: 'filled', entry: filled });
    heldThrough = findLastDay(bars, filled, calendar);
  }
  return cases;
}

function fill(
  bars: FollowedBars,
  hit: number,
  at: number,
  calendar: CaseCalendar,
  { horizons, costs }: FollowOptions,
): FilledEntry {
  const exits = horizons.map((horizon): CaseExit | undefined => {
    const exit = findExit(bars, at, horizon, calendar);
    if (exit === undefined) return undefined;
    const { gross, best, worst } = measureReturn(bars, at, exit.at);
    const days = { bought: dateAt(bars, at, calendar), sold: dateAt(bars, exit.at, calendar) };
    const day = dayOf(bars, exit.at, calendar);
    const net = netReturn(gross, costs, days);
    const price = bars.tradedClose[exit.at] ?? NaN;
    return { day, price, gross, net, best, worst, delay: exit.delay, delisted: exit.delisted };
  });
  return {
    ...{ day: dayOf(bars, at, calendar), price: bars.tradedOpen[at] ?? NaN },
    gap: (bars.open[at] ?? NaN) / (bars.close[hit] ?? NaN) - 1,
    exits,
  };
}

/** While a horizon has not ended, the case is held. */
function findLastDay({ day, openDay }: FollowedBars, { exits }: FilledEntry, { firstDay }: CaseCalendar): number {
  const last = exits.at(-1);
  if (last === undefined) return Infinity;
  const at = day.indexOf(last.day + firstDay);
  return openDay[at] ?? Infinity;
}

function dayOf({ day }: FollowedBars, at: number, { firstDay }: CaseCalendar): number {
  return (day[at] ?? 0) - firstDay;
}

function dateAt({ day }: FollowedBars, at: number, { days }: CaseCalendar): CalendarDay {
  const date = days[day[at] ?? 0];
  if (date === undefined) throw new Error('the market has no date for a bar');
  return date;
}
