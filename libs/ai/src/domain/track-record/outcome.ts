import type { CalendarDay } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import type { Direction } from './direction';

/** Trading days after which a judgement is scored. */
export const HORIZONS = [5, 10, 20, 60] as const;
export type Horizon = (typeof HORIZONS)[number];

/** Bars whose returns make σ60. */
export const SIGMA_BARS = 60;

/** A price that moved less than half of what chance would move it stood still. */
const STILL_SHARE = 0.5;

/** How a judgement turned out after a number of trading days. */
export interface Outcome {
  entryDate: CalendarDay;
  exitDate: CalendarDay;
  returnPct: number;
  /** Return less the median of the market over the same days, in percentage points. */
  excessPct: number;
  right: boolean;
}

export type OutcomeOrNot =
  | { state: 'scored'; outcome: Outcome; movedOn: boolean }
  /** No bar could be bought before the horizon ended. */
  | { state: 'unfillable' }
  /** The stock does not trade on the last day, and may come back. */
  | { state: 'waiting' };

export interface Question {
  dataThrough: CalendarDay;
  /** The horizon's last trading day of the market. */
  horizonEnd: CalendarDay;
  horizon: Horizon;
  direction: Direction;
  /** Median return of all listed, unsuspended stocks over the same days, percent. */
  marketMedianPct: number;
  /** Whether the stock has left the exchange. */
  isDelisted: boolean;
}

/**
 * Scores a judgement as domain.md says: bought at the first open after `dataThrough` that is not locked at the upper limit,
 * sold at the close of the horizon's last day; suspended then, at the first bar after; delisted, at the last price.
 * @param bars The stock's, oldest first, forward-adjusted, from 61 bars before `dataThrough` on.
 */
export function outcomeOf(bars: readonly AdjustedBar[], question: Question): OutcomeOrNot {
  const after = bars.findIndex(({ tradeDate }) => tradeDate > question.dataThrough);
  const buyable = bars.findIndex((bar, index) => index >= after && !isLockedUp(bar, bars[index - 1]));
  if (after === -1) return question.isDelisted ? { state: 'unfillable' } : { state: 'waiting' };
  const entry = bars[buyable];
  if (buyable === -1 || entry === undefined || entry.tradeDate > question.horizonEnd) return { state: 'unfillable' };
  const exit = exitOf(bars, question);
  if (exit === undefined) return { state: 'waiting' };
  const returnPct = (exit.adjClose / entry.adjOpen - 1) * 100;
  const excessPct = returnPct - question.marketMedianPct;
  const sigmaPct = sigmaOf(bars.slice(0, after)) * 100;
  const right = isRight(question, { returnPct, excessPct, sigmaPct });
  return {
    state: 'scored',
    movedOn: buyable > after,
    outcome: { entryDate: entry.tradeDate, exitDate: exit.tradeDate, returnPct, excessPct, right },
  };
}

function isRight(
  { direction, horizon }: Question,
  { returnPct, excessPct, sigmaPct }: { returnPct: number; excessPct: number; sigmaPct: number },
): boolean {
  switch (direction) {
    case 'up':
      return excessPct > 0;
    case 'down':
      return excessPct < 0;
    case 'flat':
      return Math.abs(returnPct) <= stillBand(sigmaPct, horizon);
  }
}

/** Percent that a price may move in `horizon` days and still have stood still. */
export function stillBand(sigmaPct: number, horizon: number): number {
  return STILL_SHARE * sigmaPct * Math.sqrt(horizon);
}

/** The bar of the last day, else the first after it, else the last of a stock that has left. */
function exitOf(bars: readonly AdjustedBar[], { horizonEnd, isDelisted }: Question): AdjustedBar | undefined {
  return bars.find(({ tradeDate }) => tradeDate >= horizonEnd) ?? (isDelisted ? bars.at(-1) : undefined);
}

/** One price all day, above the close before: nobody could buy at the open. */
function isLockedUp(bar: AdjustedBar, before: AdjustedBar | undefined): boolean {
  return bar.high === bar.low && before !== undefined && bar.adjClose > before.adjClose;
}

/** Standard deviation of the last {@link SIGMA_BARS} daily returns, a fraction; 0 with fewer than two. */
function sigmaOf(bars: readonly AdjustedBar[]): number {
  const last = bars.slice(-SIGMA_BARS - 1);
  const returns = last.slice(1).map((bar, index) => bar.adjClose / (last[index]?.adjClose ?? bar.adjClose) - 1);
  if (returns.length < 2) return 0;
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  return Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (returns.length - 1));
}
