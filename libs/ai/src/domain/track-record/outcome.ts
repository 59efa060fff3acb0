import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { Direction } from './direction';

/** Open days after the entry day at whose close a judgement is scored. */
export const HORIZONS = [5, 10, 20, 60] as const;
export type Horizon = (typeof HORIZONS)[number];

/** `unfillable`: it could not be bought. */
export const SCORE_STATES = ['scored', 'unfillable'] as const;
export type ScoreState = (typeof SCORE_STATES)[number];

/** Bars whose returns make σ60. */
export const SIGMA_BARS = 60;

/** Opens at the upper limit after which the purchase is given up. */
const ENTRY_TRIES = 5;

/** A price that moved less than half of what chance would move it stood still. */
const STILL_SHARE = 0.5;

/** Half a fen: limits are whole fen, prices binary fractions. */
const HALF_FEN = 0.005;

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
  /** No open could be bought. */
  | { state: 'unfillable' }
  /** The horizon has not ended yet, or the stock does not trade and may come back. */
  | { state: 'waiting' };

export interface PositionQuestion {
  dataThrough: CalendarDay;
  /** The market's first open day after `dataThrough`. */
  entryDay: CalendarDay;
  /** The last day of the horizon of a stock bought on a day, so many open days after it; undefined if it is yet to come. */
  findHorizonEnd: (entry: CalendarDay) => CalendarDay | undefined;
  /** Whether the stock has left the exchange. */
  isDelisted: boolean;
}

/**
 * Buys and sells as domain.md and outcomes.md define: at the first open after `dataThrough` that is not at the upper limit,
 * at most five are waited for; at the close of the horizon's last day, counted from the entry day. Suspended or locked at the
 * lower limit then: the first close after that could be sold at; delisted: the last price.
 * @param bars The stock's, oldest first, forward-adjusted, from 61 bars before `dataThrough` on.
 */
export function openPosition(bars: readonly AdjustedBar[], question: PositionQuestion): PositionOrNot {
  const after = bars.findIndex(({ tradeDate }) => tradeDate > question.dataThrough);
  const nothing = { state: question.isDelisted ? 'unfillable' : 'waiting' } as const;
  if (after === -1) return nothing;
  const tries = bars.slice(after, after + ENTRY_TRIES);
  const index = tries.findIndex((bar, index) => !opensLockedUp(bar, bars[after + index - 1]));
  const entry = tries[index];
  if (entry === undefined) return tries.length === ENTRY_TRIES ? { state: 'unfillable' } : nothing;
  const horizonEnd = question.findHorizonEnd(entry.tradeDate);
  const held = bars.slice(after + index);
  const exit =
    held.find((bar) => horizonEnd !== undefined && bar.tradeDate >= horizonEnd && !isLockedDown(bar)) ??
    (question.isDelisted ? held.at(-1) : undefined);
  if (exit === undefined) return { state: 'waiting' };
  return {
    state: 'held',
    position: {
      entryDate: entry.tradeDate,
      exitDate: exit.tradeDate,
      returnPct: (exit.adjClose / entry.adjOpen - 1) * 100,
      movedOn: entry.tradeDate > question.entryDay,
      sigmaPct: computeSigma(bars.slice(0, after)) * 100,
      cap: bars[after + index - 1]?.circMarketCap ?? null,
    },
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

/** No purchase was possible at the open: it was at the upper limit, even if it traded lower later. */
function opensLockedUp(bar: AdjustedBar, before: AdjustedBar | undefined): boolean {
  if (bar.volume <= 0) return true;
  if (bar.upLimit !== null) return bar.open >= bar.upLimit - HALF_FEN;
  return bar.high === bar.low && before !== undefined && bar.adjClose > before.adjClose;
}

/** One price all day, at the lower limit: no sale was possible. */
function isLockedDown(bar: AdjustedBar): boolean {
  return bar.high === bar.low && bar.downLimit !== null && bar.high <= bar.downLimit + HALF_FEN;
}

/** Standard deviation of the last {@link SIGMA_BARS} daily returns, a fraction; 0 with fewer than two. */
function computeSigma(bars: readonly AdjustedBar[]): number {
  const last = bars.slice(-SIGMA_BARS - 1);
  const returns = last.slice(1).map((bar, index) => bar.adjClose / (last[index]?.adjClose ?? bar.adjClose) - 1);
  if (returns.length < 2) return 0;
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  return Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (returns.length - 1));
}
