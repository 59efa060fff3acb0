import type { CalendarDay } from '#lib/kernel';
import { toFen, findPriceLimit } from './price-limit';
import type { Board } from './stock-code';

/** A bar beside the last one of its stock. Prices in yuan. */
export interface BarAfterBar {
  board: Board;
  tradeDate: CalendarDay;
  high: number;
  low: number;
  /** Ex-right previous close; null where the source has none. */
  preClose: number | null;
  isSt: boolean | null;
  /** 1 on the first trading day after the listing; null where unknown or long past. */
  tradingDayNo: number | null;
  /** Close of the stock's last bar before. */
  lastClose: number;
  /** Whole calendar days since the last bar. */
  daysSince: number;
  /** Other stocks have bars on the days between: the stock was suspended, or its bars are missing. */
  othersTradedBetween: boolean;
}

/** Why the closes on both sides of a bar's opening do not compare as they stand. */
export type PriceBreak =
  | { kind: 'ex_right'; /** Last close / ex-right previous close. */ ratio: number }
  /** There must have been something, and nobody says what. */
  | { kind: 'gap' };

/** The longest time without trading between two open days: Spring Festival of 2020, 23 January to 3 February. */
export const LONGEST_CLOSURE_DAYS = 11;

/**
 * What lies between a bar and the last one of its stock; undefined where their prices compare.
 *
 * Where the ex-right previous close is known, it tells. Else a price that the day's limit of the last close does not
 * allow is a gap. The previous close is no witness where bars are missing before it: it belongs to a day that is not
 * here, and would pass a real rise or fall off as an ex-right. Bars are missing where the whole market has none for longer
 * than the exchange ever closes, or where the stock came back at a higher previous close, which no ex-right makes.
 */
export function findPriceBreak(bar: BarAfterBar): PriceBreak | undefined {
  const { preClose, lastClose } = bar;
  if (preClose !== null && toFen(preClose) === toFen(lastClose)) return undefined;
  const barsAreMissing =
    (bar.daysSince > LONGEST_CLOSURE_DAYS && !bar.othersTradedBetween) ||
    (bar.othersTradedBetween && preClose !== null && preClose > lastClose);
  if (preClose !== null && !barsAreMissing) return { kind: 'ex_right', ratio: lastClose / preClose };
  const limit = findPriceLimit({ ...bar, preCloseFen: toFen(lastClose), isSt: bar.isSt === true });
  if (limit === null) return undefined;
  return toFen(bar.high) > limit.upFen || toFen(bar.low) < limit.downFen ? { kind: 'gap' } : undefined;
}
