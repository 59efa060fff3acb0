import type { StockBars } from '../domain/stock-bars';
import { valueAt } from './value-at';

/** Whole percent that the exchanges have used. */
const LIMIT_PERCENTS = [5, 10, 20, 30] as const;

/** Percent, where the day's own limit is not known. */
const USUAL_LIMIT_PERCENT = { main: 10, chinext: 20, star: 20, bse: 30 } as const satisfies Record<
  StockBars['board'],
  number
>;

/** Prices are binary fractions: they compare in fen. */
export function toFen(yuan: number): number {
  return Math.round(yuan * 100);
}

/** False on a day without a limit. */
export function closesAtLimitUp({ tradedClose, limitUp }: StockBars, at: number): boolean {
  return toFen(valueAt(tradedClose, at)) >= toFen(valueAt(limitUp, at));
}

/** Bars in a row that closed at their upper limit and end with `at`, counted up to `most`. */
export function countLimitUps(bars: StockBars, at: number, most: number): number {
  let count = 0;
  while (count < most && at - count >= 0 && closesAtLimitUp(bars, at - count)) count += 1;
  return count;
}

/**
 * Percent that the day's limit allows. The limit price is rounded to a fen, which is much on a cheap stock: the nearest of the
 * percents in use counts. A day without a limit gets the usual one of its board.
 */
export function boardLimitPercent({ board, limitUp, referenceClose }: StockBars, at: number): number {
  const percent = (valueAt(limitUp, at) / valueAt(referenceClose, at) - 1) * 100;
  let nearest: number = USUAL_LIMIT_PERCENT[board];
  if (Number.isNaN(percent)) return nearest;
  for (const each of LIMIT_PERCENTS) if (Math.abs(each - percent) < Math.abs(nearest - percent)) nearest = each;
  return nearest;
}
