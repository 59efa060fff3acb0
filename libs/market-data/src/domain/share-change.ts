import type { CalendarDay } from '#lib/kernel';
import { toFen, findPriceLimit } from './price-limit';
import type { Board } from './stock-code';
import { estimateTurnoverError } from './estimate-turnover-error';

/** What a bar tells of the circulating shares on its day. */
export interface SharesWitness {
  /** Shares traded. */
  volume: number;
  /** In percent of the circulating shares; vendors give two decimals, or four to six. */
  turnoverPct: number | null;
  close: number;
  circMarketCap: number | null;
}

/** A bar beside the last one of its stock, both with what they tell of the circulating shares. Prices in yuan. */
export interface ShareJumpCase {
  board: Board;
  tradeDate: CalendarDay;
  open: number;
  high: number;
  low: number;
  /** Ex-right previous close; null where the source has none. */
  preClose: number | null;
  isSt: boolean | null;
  /** Close of the stock's last bar before. */
  lastClose: number;
  bar: SharesWitness;
  lastBar: SharesWitness;
}

interface Range {
  low: number;
  high: number;
}

/** A market cap is the vendor's shares times the close, or has four decimals of 10,000 yuan. */
const CAP_ERROR = 1e-6;

/** Issues are of so many new shares for ten old ones. */
const STEPS = 10;
const LARGEST_FACTOR = 4;
/** What is no whole number of new shares for ten (treasury shares get none) is taken as it stands, from here on. */
const SMALLEST_JUMP = 1.015;
/** No cash dividend paid together with an issue is a larger part of the price. */
const LARGEST_DIVIDEND = 0.15;
/** An ex-right price is rounded to a fen, on either side of the factor. */
const ROUNDING_YUAN = 0.0051;

/**
 * How many shares each old share became overnight by a bonus issue or a conversion of reserves; undefined where the float
 * did not grow, or grew for another reason (locked shares that were freed, a placement, a rights issue).
 *
 * A bonus is a jump of the circulating shares *and* a fall of the price by the same factor, but for a cash dividend paid on
 * the same day. Where the ex-right previous close is known, it says what the price fell by. Where it is not, the fall is
 * seen in the bar: beyond the limit prices of the last close any jump that puts the bar within the limits of the divided
 * close explains it; within the limits the opening must lie nearer to the divided close and the factor be of whole shares
 * for ten, because locked shares are freed on days with falling prices too.
 * Source of the rule: docs/market-data.md, measured on BaoStock's ex-right closes.
 */
export function findShareFactor(day: ShareJumpCase): number | undefined {
  const now = circulatingShares(day.bar);
  const before = circulatingShares(day.lastBar);
  if (now === undefined || before === undefined) return undefined;
  const jump = { low: now.low / before.high, high: now.high / before.low };
  if (jump.high < SMALLEST_JUMP || jump.low <= 1) return undefined;
  return day.preClose === null ? seenInTheBar(day, jump) : toldByPreClose(day, day.preClose, jump);
}

/** Bounds of the circulating shares; undefined where the bar doesn't tell. */
function circulatingShares({ volume, turnoverPct, close, circMarketCap }: SharesWitness): Range | undefined {
  if (turnoverPct !== null && turnoverPct > 0) {
    const error = estimateTurnoverError(turnoverPct);
    if (turnoverPct <= error) return undefined;
    return { low: (volume * 100) / (turnoverPct + error), high: (volume * 100) / (turnoverPct - error) };
  }
  if (circMarketCap === null) return undefined;
  const shares = circMarketCap / close;
  return { low: shares * (1 - CAP_ERROR), high: shares * (1 + CAP_ERROR) };
}

function toldByPreClose(day: ShareJumpCase, preClose: number, jump: Range): number | undefined {
  if (toFen(preClose) >= toFen(day.lastClose)) return undefined;
  const fits = (factor: number): boolean => {
    const rounding = ROUNDING_YUAN * (factor + 1);
    const dividend = day.lastClose - preClose * factor;
    return dividend >= -rounding && dividend <= day.lastClose * LARGEST_DIVIDEND + rounding;
  };
  const whole = wholeFactors(jump).filter(fits);
  const ratio = day.lastClose / preClose;
  return nearest(whole, ratio) ?? (fits(middle(jump)) && jump.low >= SMALLEST_JUMP ? middle(jump) : undefined);
}

function seenInTheBar(day: ShareJumpCase, jump: Range): number | undefined {
  const { open, lastClose } = day;
  const whole = wholeFactors(jump).filter((factor) => holdsTheBar(day, lastClose / factor));
  const byWhole = nearest(whole, lastClose / open);
  if (fellBeyondTheLimit(day)) {
    return byWhole ?? (holdsTheBar(day, lastClose / middle(jump)) ? middle(jump) : undefined);
  }
  return byWhole !== undefined && open < lastClose / Math.sqrt(byWhole) ? byWhole : undefined;
}

function fellBeyondTheLimit({ board, tradeDate, isSt, lastClose, low }: ShareJumpCase): boolean {
  const limit = findPriceLimit({
    board,
    tradeDate,
    isSt: isSt === true,
    preCloseFen: toFen(lastClose),
    tradingDayNo: null,
  });
  return limit !== null && toFen(low) < limit.downFen;
}

/** Whether the bar lies within the limits of a divided close, from which a dividend may have been taken too. */
function holdsTheBar({ board, tradeDate, isSt, high, low }: ShareJumpCase, divided: number): boolean {
  const findLimit = (yuan: number): ReturnType<typeof findPriceLimit> =>
    findPriceLimit({ board, tradeDate, isSt: isSt === true, preCloseFen: toFen(yuan), tradingDayNo: null });
  const highest = findLimit(divided);
  const lowest = findLimit(divided * (1 - LARGEST_DIVIDEND));
  return highest === null || lowest === null || (toFen(high) <= highest.upFen + 1 && toFen(low) >= lowest.downFen - 1);
}

function wholeFactors(jump: Range): number[] {
  const factors: number[] = [];
  const last = Math.min(Math.floor(jump.high * STEPS), LARGEST_FACTOR * STEPS);
  for (let tenths = Math.max(STEPS + 1, Math.ceil(jump.low * STEPS)); tenths <= last; tenths += 1) {
    factors.push(tenths / STEPS);
  }
  return factors;
}

function nearest(factors: readonly number[], wanted: number): number | undefined {
  return factors.toSorted((a, b) => Math.abs(Math.log(a / wanted)) - Math.abs(Math.log(b / wanted)))[0];
}

/** To six decimals, so that it says no more than it knows. */
function middle({ low, high }: Range): number {
  return Math.round(Math.sqrt(low * high) * 1e6) / 1e6;
}
