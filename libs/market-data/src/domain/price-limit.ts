import type { CalendarDay } from '#lib/kernel';
import type { Board } from './stock-code';

export interface PriceLimitCase {
  board: Board;
  tradeDate: CalendarDay;
  /** Previous close in fen, ex-right; the issue price on the first trading day. */
  preCloseFen: number;
  /** Under special treatment (ST, *ST) on that day. */
  isSt: boolean;
  /** Not yet reformed (an S share, `S佳通`) on that day. Left out where unknown. */
  isUnreformed?: boolean;
  /** Which trading day of the stock it is, counting open days from the listing: 1 on the first. Null where unknown or long past. */
  tradingDayNo: number | null;
}

/** Prices in fen that a bar can't go beyond. */
export interface PriceLimit {
  upFen: number;
  downFen: number;
}

const LIMITS_BEGIN = '1996-12-16';
const STAR_BEGINS = '2019-07-22';
/** ChiNext under registration: 20 % instead of 10 %, and five free days for stocks listed from then. */
const CHINEXT_REGISTRATION = '2020-08-24';
const MAIN_REGISTRATION = '2023-04-10';
/** Before registration a first day was held between +44 % and -36 % of the issue price; before 2014 it was free. */
const FIRST_DAY_BAND_BEGINS = '2014-01-01';
/** Shares without the share-structure reform (S shares) have had half of the main board's limit since this day. */
const UNREFORMED_BEGINS = '2007-01-08';
/** ST stocks of the main boards got the normal 10 % on Monday 2026-07-06. */
const MAIN_ST_NORMAL = '2026-07-06';
const FREE_DAYS_OF_REGISTRATION = 5;

/**
 * The day's limit prices by the rule of board and date, or null on a day without a limit.
 *
 * Limit = previous close × (1 ± p) to 0.01 yuan, in integers: binary fractions give another price on more than one bar in
 * a hundred. Shanghai and Shenzhen round half up. Beijing never lets a price leave the band: up is rounded down, down is
 * rounded up. Where the band is narrower than a tick, the limit is one tick away.
 * Not known here, and so not exempted: first days after a relisting and of a delisting period.
 */
export function findPriceLimit(day: PriceLimitCase): PriceLimit | null {
  if (day.tradeDate < LIMITS_BEGIN) return null;
  const firstDays = findFirstDaysBand(day);
  if (firstDays === 'free') return null;
  const [up, down] = firstDays ?? [limitPercent(day), limitPercent(day)];
  const inward = day.board === 'bse';
  const upFen = Math.floor((day.preCloseFen * (100 + up) + (inward ? 0 : 50)) / 100);
  const downFen = Math.floor((day.preCloseFen * (100 - down) + (inward ? 99 : 50)) / 100);
  return {
    upFen: Math.max(upFen, day.preCloseFen + 1),
    downFen: Math.max(1, Math.min(downFen, day.preCloseFen - 1)),
  };
}

/** The daily limit of a stock past its first days, in whole percent. */
export function limitPercent({
  board,
  tradeDate,
  isSt,
  isUnreformed = false,
}: Pick<PriceLimitCase, 'board' | 'tradeDate' | 'isSt' | 'isUnreformed'>): number {
  switch (board) {
    case 'bse':
      return 30;
    case 'star':
      return 20;
    case 'chinext':
      return tradeDate >= CHINEXT_REGISTRATION ? 20 : 10;
    case 'main':
      if (isUnreformed && tradeDate >= UNREFORMED_BEGINS) return 5;
      return isSt && tradeDate < MAIN_ST_NORMAL ? 5 : 10;
  }
}

/** Whether a name says that the share structure is not reformed: `S佳通`, `SST重实`, `S*ST前锋`. */
export function isUnreformedName(name: string): boolean {
  return /^S(?:\p{Script=Han}|\*?ST)/iu.test(name.normalize('NFKC').replaceAll(' ', ''));
}

/** Price in yuan to whole fen; vendors' prices have two decimals, so that this only undoes the binary fraction. */
export function toFen(yuan: number): number {
  return Math.round(yuan * 100);
}

function findFirstDaysBand({ board, tradeDate, tradingDayNo }: PriceLimitCase): 'free' | [number, number] | undefined {
  if (tradingDayNo === null) return undefined;
  if (board === 'bse') return tradingDayNo === 1 ? 'free' : undefined;
  if (tradingDayNo <= FREE_DAYS_OF_REGISTRATION && tradeDate >= findRegistration(board, tradingDayNo)) return 'free';
  if (tradingDayNo !== 1) return undefined;
  return tradeDate < FIRST_DAY_BAND_BEGINS ? 'free' : [44, 36];
}

/** The first date on which a `tradingDayNo`-th day can belong to a listing under registration. */
function findRegistration(board: Exclude<Board, 'bse'>, tradingDayNo: number): string {
  const starts = { star: STAR_BEGINS, chinext: CHINEXT_REGISTRATION, main: MAIN_REGISTRATION };
  // All three dates are Mondays of a full week, so that the n-th trading day is n - 1 calendar days later.
  const [year, month, date] = starts[board].split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (date ?? 1) + tradingDayNo - 1)).toISOString().slice(0, 10);
}
