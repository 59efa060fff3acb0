import type { CalendarDay } from '#lib/kernel';
import { toFen, isUnreformedName, type PriceLimit, findPriceLimit } from './price-limit';
import type { StockAdjustments } from './stock-adjustments';
import type { Board } from './stock-code';

/** What the price rules read of one day of a stock. Prices in yuan. */
export interface DayFacts {
  tradeDate: CalendarDay;
  high: number;
  low: number;
  close: number;
  /** The ex-right previous close where the source has one, else the previous bar's close. */
  previousClose: number | null;
  /** What `previousClose` is; left out: the raw close of the bar before. */
  previousCloseBasis?: PreviousCloseBasis;
  /** Day of the bar whose close it is, where it is not the ex-right one. */
  previousDate?: CalendarDay | null;
  vendorLimitUp: number | null;
  vendorLimitDown: number | null;
  isSt: boolean | null;
  /** The stock's name on the day, as far as known: it says whether the shares are reformed. */
  name?: string | null;
  /** 1 on the first trading day after the listing; left out or null where unknown or long past. */
  tradingDayNo?: number | null;
}

/**
 * What a previous close is: the ex-right one of the source, the close of the bar before divided by what the stock's adjustments
 * know of the days between, or that close as it was traded.
 */
export type PreviousCloseBasis = 'ex_right' | 'adjusted' | 'raw';

/** What a one-price day was locked at; `one_price` where it was at neither limit, or the limits are unknown. */
export const DAY_LOCKS = ['limit_up', 'limit_down', 'one_price'] as const;
export type DayLock = (typeof DAY_LOCKS)[number];

/**
 * Where a limit price comes from: the vendor's table, the rule on the ex-right previous close, the rule on the adjusted close of
 * the bar before, or the rule on its raw close, where no adjustment of the day is known.
 */
export const LIMIT_UP_BASES = ['vendor', 'rule', 'rule_adjusted', 'rule_raw_close'] as const;
export type LimitUpBasis = (typeof LIMIT_UP_BASES)[number];

/** From here on an upper limit is a vendor's way to say that the day has none; no A-share trades there. */
const VENDOR_NO_LIMIT = 10_000;

/** What is stored as the limit prices of a day of which the vendor says that it has none: never null, which is "not told". */
export const NO_LIMIT = { up: 100_000, down: 0 } as const;

/** Whether an upper limit says that the day has none. */
export function isNoLimit(upLimit: number | null): boolean {
  return upLimit !== null && upLimit >= VENDOR_NO_LIMIT;
}

/** The day's limit-up price in yuan: the vendor's, else computed; null on a day without one. */
export function findLimitUp(board: Board, day: DayFacts): number | null {
  if (isNoLimit(day.vendorLimitUp)) return null;
  if (day.vendorLimitUp !== null) return day.vendorLimitUp;
  const limit = computedLimit(board, day);
  return limit === null ? null : limit.upFen / 100;
}

/** Where {@link findLimitUp} has its price from; null on a day without one. */
export function findLimitUpBasis(board: Board, day: DayFacts): LimitUpBasis | null {
  if (findLimitUp(board, day) === null) return null;
  if (day.vendorLimitUp !== null) return 'vendor';
  return RULE_BASES[day.previousCloseBasis ?? 'raw'];
}

const RULE_BASES = { ex_right: 'rule', adjusted: 'rule_adjusted', raw: 'rule_raw_close' } as const;

/**
 * A day with the previous close that its limit prices are made from: where the source has no ex-right one, the close of the bar
 * before is divided by the stock's adjustments up to the day, to a fen.
 */
export function withReferenceClose<Day extends DayFacts>(day: Day, adjustments: StockAdjustments): Day {
  const { previousClose, previousCloseBasis, tradeDate } = day;
  const previousDate = previousCloseBasis === 'ex_right' ? null : (day.previousDate ?? null);
  if (previousClose === null || previousDate === null) return day;
  if (adjustments.appliedBetween(previousDate, tradeDate) === 'none') return day;
  const adjusted = previousClose / adjustments.priceFactorBetween(previousDate, tradeDate);
  return { ...day, previousClose: toFen(adjusted) / 100, previousCloseBasis: 'adjusted' };
}

/** A close at or above the limit-up price, compared in fen because prices are binary fractions. */
export function closedAtLimitUp(close: number, limitUp: number | null): boolean {
  return limitUp !== null && toFen(close) >= toFen(limitUp);
}

/** The day's limit-down price in yuan: the vendor's, else computed; null on a day without one. */
export function findLimitDown(board: Board, day: DayFacts): number | null {
  if (isNoLimit(day.vendorLimitUp)) return null;
  return day.vendorLimitDown ?? computeDown(computedLimit(board, day));
}

/** Null on a day that traded at more than one price. */
export function findLock(board: Board, day: DayFacts): DayLock | null {
  if (toFen(day.high) !== toFen(day.low)) return null;
  if (closedAtLimitUp(day.close, findLimitUp(board, day))) return 'limit_up';
  const down = findLimitDown(board, day);
  return down !== null && toFen(day.close) <= toFen(down) ? 'limit_down' : 'one_price';
}

function computeDown(limit: PriceLimit | null): number | null {
  return limit === null ? null : limit.downFen / 100;
}

function computedLimit(board: Board, day: DayFacts): PriceLimit | null {
  if (day.previousClose === null) return null;
  const facts = {
    board,
    tradeDate: day.tradeDate,
    preCloseFen: toFen(day.previousClose),
    isUnreformed: isUnreformedName(day.name ?? ''),
    tradingDayNo: day.tradingDayNo ?? null,
  };
  const limit = findPriceLimit({ ...facts, isSt: day.isSt ?? false });
  if (day.isSt !== null || toFen(day.high) !== toFen(day.low)) return limit;
  // Nothing says whether it is under special treatment. A day that traded at its limit price then, and at no other, was locked.
  const asSt = findPriceLimit({ ...facts, isSt: true });
  const fen = toFen(day.close);
  return asSt !== null && (fen === asSt.upFen || fen === asSt.downFen) ? asSt : limit;
}
