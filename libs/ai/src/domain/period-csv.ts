import { addDays, type CalendarDay, mondayOf } from '#lib/kernel';
import type { PeriodRow } from './question';

/** What a period is made of: a bar forward-adjusted as of the latest one. Yuan, shares, percent. */
export interface PeriodBar {
  tradeDate: CalendarDay;
  adjOpen: number;
  adjHigh: number;
  adjLow: number;
  adjClose: number;
  adjVolume: number;
  amount: number | null;
  turnoverPct: number | null;
}

/** The part of the trading calendar that periods need. */
export interface OpenDays {
  /** The last open day at or before `day`. */
  latestOpenDay(day: CalendarDay): CalendarDay;
}

const MONTHS = 4;
const WEEKS = 8;
const YEAR_DAYS = 52 * 7;

const COLUMNS = [
  'period_type',
  'period_end',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'amount',
  'turnover_pct',
  'change_pct',
  'bars',
  'is_partial',
  'vol_ratio_52w',
  'pos_52w',
  'drawdown_52w_pct',
] as const satisfies readonly (keyof PeriodRow)[];

export interface Periods {
  rows: PeriodRow[];
  csvText: string;
  /** Week end dates of the week rows, oldest first. The running week's may lie ahead. */
  weekEnds: CalendarDay[];
}

/**
 * The last 4 months and 8 weeks in which the stock traded, oldest first, as a weekly fill shows them to a model.
 *
 * A period that is over ends on its last open day; the running one on its last bar's day. `vol_ratio_52w` is its mean daily
 * volume over that of the 52 weeks up to it; `pos_52w` its close within their range, 0 the low and 1 the high;
 * `drawdown_52w_pct` its close below their high. These are null if the bars don't reach back so far.
 * @param bars One stock's, oldest first, adjusted as of the last; they should reach back 52 weeks before the first month.
 * @param through The last day whose bars are known for the market.
 */
export function periodCsv(bars: readonly PeriodBar[], calendar: OpenDays, through: CalendarDay): Periods {
  const months = buildRows(bars, monthStart, MONTHS, { type: 'month', lastDay: monthEnd, calendar, through });
  const weeks = buildRows(bars, mondayOf, WEEKS, { type: 'week', lastDay: weekEnd, calendar, through });
  const rows = [...months, ...weeks].map(({ row }) => row);
  return {
    rows,
    csvText: [COLUMNS.join(','), ...rows.map(csvLine), ''].join('\n'),
    weekEnds: weeks.map(({ end }) => end),
  };
}

interface PeriodKind {
  type: PeriodRow['period_type'];
  /** The last calendar day of the period that starts on a day. */
  lastDay: (start: CalendarDay) => CalendarDay;
  calendar: OpenDays;
  through: CalendarDay;
}

function buildRows(
  bars: readonly PeriodBar[],
  toStart: (day: CalendarDay) => CalendarDay,
  count: number,
  kind: PeriodKind,
): { row: PeriodRow; end: CalendarDay }[] {
  const starts = [...new Set(bars.map(({ tradeDate }) => toStart(tradeDate)))].slice(-count);
  return starts.flatMap((start) => {
    const first = bars.findIndex(({ tradeDate }) => toStart(tradeDate) === start);
    const own = bars.slice(first).filter(({ tradeDate }) => toStart(tradeDate) === start);
    const end = kind.calendar.latestOpenDay(kind.lastDay(start));
    const row = buildRow(bars, first, own, { type: kind.type, end, isPartial: end > kind.through });
    return row === undefined ? [] : [{ row, end }];
  });
}

function buildRow(
  bars: readonly PeriodBar[],
  first: number,
  own: readonly PeriodBar[],
  period: { type: PeriodRow['period_type']; end: CalendarDay; isPartial: boolean },
): PeriodRow | undefined {
  const opening = own[0];
  const closing = own.at(-1);
  if (opening === undefined || closing === undefined) return undefined;
  const before = bars[first - 1];
  const year = yearUpTo(bars.slice(0, first + own.length));
  return {
    period_type: period.type,
    period_end: period.isPartial ? closing.tradeDate : period.end,
    open: rounded(opening.adjOpen, 3),
    high: rounded(Math.max(...own.map(({ adjHigh }) => adjHigh)), 3),
    low: rounded(Math.min(...own.map(({ adjLow }) => adjLow)), 3),
    close: rounded(closing.adjClose, 3),
    volume: Math.round(sum(own.map(({ adjVolume }) => adjVolume))),
    amount: roundedSum(own.map(({ amount }) => amount)),
    turnover_pct: roundedSum(own.map(({ turnoverPct }) => turnoverPct)),
    change_pct: before === undefined ? null : rounded((closing.adjClose / before.adjClose - 1) * 100, 2),
    bars: own.length,
    is_partial: period.isPartial,
    ...(year === undefined
      ? { vol_ratio_52w: null, pos_52w: null, drawdown_52w_pct: null }
      : measureYear(own, closing, year)),
  };
}

/** The bars of the 52 weeks that end with the last one; undefined if they don't reach back so far. */
function yearUpTo(bars: readonly PeriodBar[]): readonly PeriodBar[] | undefined {
  const last = bars.at(-1);
  const first = bars[0];
  if (first === undefined || last === undefined) return undefined;
  const since = addDays(last.tradeDate, -YEAR_DAYS);
  return first.tradeDate > since ? undefined : bars.filter(({ tradeDate }) => tradeDate > since);
}

function measureYear(
  own: readonly PeriodBar[],
  closing: PeriodBar,
  year: readonly PeriodBar[],
): Pick<PeriodRow, 'vol_ratio_52w' | 'pos_52w' | 'drawdown_52w_pct'> {
  const high = Math.max(...year.map(({ adjHigh }) => adjHigh));
  const low = Math.min(...year.map(({ adjLow }) => adjLow));
  return {
    vol_ratio_52w: rounded(meanVolume(own) / meanVolume(year), 4),
    pos_52w: high > low ? rounded((closing.adjClose - low) / (high - low), 4) : null,
    drawdown_52w_pct: rounded((closing.adjClose / high - 1) * 100, 2),
  };
}

function meanVolume(bars: readonly PeriodBar[]): number {
  return sum(bars.map(({ adjVolume }) => adjVolume)) / bars.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Null if a value is unknown: a part of a sum is no sum. */
function roundedSum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : rounded(sum(known), 2);
}

/** Never -0: it reads as a fall. */
function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

function csvLine(row: PeriodRow): string {
  return COLUMNS.map((column) => row[column] ?? '').join(',');
}

function monthStart(day: CalendarDay): CalendarDay {
  return addDays(day, 1 - Number(day.slice(8)));
}

function monthEnd(start: CalendarDay): CalendarDay {
  // 31 days later it is the next month, and its day number is the excess.
  return addDays(monthStart(addDays(start, 31)), -1);
}

function weekEnd(start: CalendarDay): CalendarDay {
  return addDays(start, 6);
}
