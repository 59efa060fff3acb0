import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import { findEntry, findExit, type HitCalendar, measureReturn, type TradedBars } from '#lib/outcomes/domain';
import type { Direction } from './direction';

/** Open days after the entry day at whose close a judgement is scored. */
export const HORIZONS = [5, 10, 20, 60] as const;
export type Horizon = (typeof HORIZONS)[number];

/** `unfillable`: it could not be bought. */
export const SCORE_STATES = ['scored', 'unfillable'] as const;
export type ScoreState = (typeof SCORE_STATES)[number];

/** Bars whose returns make σ60. */
export const SIGMA_BARS = 60;

/** A price that moved less than half of what chance would move it stood still. */
const STILL_SHARE = 0.5;

/** A stock bought after a judgement and sold when its horizon had ended, on the days on which that was possible. */
export interface Position {
  entryDate: CalendarDay;
  exitDate: CalendarDay;
  returnPct: number;
  /** Not bought on the market's first open day after the judgement: locked at the limit, or suspended. */
  movedOn: boolean;
  /** Standard deviation of the daily returns up to the judgement, percent. */
  sigmaPct: number;
  /** Circulating market cap before the entry in yuan; null if unknown. */
  cap: number | null;
}

export type PositionOrNot =
  | { state: 'held'; position: Position }
  /** None of the opens that were tried could be bought. */
  | { state: 'unfillable' }
  /** The horizon has not ended yet, or the stock does not trade and may come back. */
  | { state: 'waiting' };

export interface PositionQuestion extends HitCalendar {
  dataThrough: CalendarDay;
  /** The market's first open day after `dataThrough`. */
  entryDay: CalendarDay;
  horizon: Horizon;
  /** Number of a day among the exchange's open days. */
  openDayOf: (day: CalendarDay) => number;
}

/**
 * Buys and sells as a study does a hit of that day (outcomes.md, section 2).
 * @param bars The stock's, oldest first, forward-adjusted, from 61 bars before `dataThrough` on.
 */
export function openPosition(bars: readonly AdjustedBar[], question: PositionQuestion): PositionOrNot {
  const { dataThrough, entryDay, horizon, openDayOf } = question;
  const traded = toTradedBars(bars, openDayOf);
  const newest = bars.findLastIndex(({ tradeDate }) => tradeDate <= dataThrough);
  const found = findEntry(traded, newest, question, openDayOf(dataThrough));
  if (found.outcome !== 'filled') return { state: found.outcome === 'pending' ? 'waiting' : 'unfillable' };
  const exit = findExit(traded, found.at, horizon, question);
  const [bought, sold] = [bars[found.at], exit && bars[exit.at]];
  if (exit === undefined || bought === undefined || sold === undefined) return { state: 'waiting' };
  return {
    state: 'held',
    position: {
      entryDate: bought.tradeDate,
      exitDate: sold.tradeDate,
      returnPct: measureReturn(traded, found.at, exit.at).gross * 100,
      movedOn: bought.tradeDate > entryDay,
      sigmaPct: computeSigma(bars.slice(0, newest + 1)) * 100,
      cap: bars[found.at - 1]?.circMarketCap ?? null,
    },
  };
}

function toTradedBars(bars: readonly AdjustedBar[], openDayOf: PositionQuestion['openDayOf']): TradedBars {
  const column = (read: (bar: AdjustedBar) => number) => Float64Array.from(bars, read);
  return {
    count: bars.length,
    openDay: Int32Array.from(bars, ({ tradeDate }) => openDayOf(tradeDate)),
    ...{ tradedOpen: column(({ open }) => open), tradedHigh: column(({ high }) => high) },
    tradedLow: column(({ low }) => low),
    limitUpAt: (at) => bars[at]?.upLimit ?? NaN,
    limitDownAt: (at) => bars[at]?.downLimit ?? NaN,
    ...{ open: column(({ adjOpen }) => adjOpen), high: column(({ adjHigh }) => adjHigh) },
    ...{ low: column(({ adjLow }) => adjLow), close: column(({ adjClose }) => adjClose) },
  };
}

/** What all stocks did over the days of a position. */
export interface MarketOfDays {
  /** Open days after the entry day, up to the exit. */
  openDays: number;
  medianPct: number;
  /** By circulating market cap before the entry, smallest first: up to which cap in yuan, and the median of these stocks. */
  capFifths: readonly { upTo: number; medianPct: number }[] | null;
}

/** How a judgement turned out, held against the market of the stock's own days. */
export interface Outcome {
  /** Return less the median of the market, in percentage points. */
  excessPct: number;
  /** Return less the median of the stocks of about the same market cap; null if caps are unknown. */
  capExcessPct: number | null;
  right: boolean;
}

/** Scores a position: right if it beat the median, stayed below it, or stood still. */
export function scorePosition(direction: Direction, position: Position, market: MarketOfDays): Outcome {
  const { returnPct, sigmaPct, cap } = position;
  const excessPct = returnPct - market.medianPct;
  const fifths = market.capFifths;
  const fifth = cap === null || fifths === null ? undefined : (fifths.find(({ upTo }) => cap <= upTo) ?? fifths.at(-1));
  return {
    excessPct,
    capExcessPct: fifth === undefined ? null : returnPct - fifth.medianPct,
    right: {
      up: excessPct > 0,
      down: excessPct < 0,
      flat: Math.abs(returnPct) <= stillBand(sigmaPct, market.openDays),
    }[direction],
  };
}

/** Percent that a price may move in a number of open days and still have stood still. */
export function stillBand(sigmaPct: number, openDays: number): number {
  return STILL_SHARE * sigmaPct * Math.sqrt(openDays);
}

/** Standard deviation of the last {@link SIGMA_BARS} daily returns, a fraction; 0 with fewer than two. */
function computeSigma(bars: readonly AdjustedBar[]): number {
  const last = bars.slice(-SIGMA_BARS - 1);
  const returns = last.slice(1).map((bar, index) => bar.adjClose / (last[index]?.adjClose ?? bar.adjClose) - 1);
  if (returns.length < 2) return 0;
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  return Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (returns.length - 1));
}
