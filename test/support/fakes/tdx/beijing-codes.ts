import type { CalendarDay } from '#lib/kernel';
import type { StockLife } from './stock-life';

/** Stocks listed from this day on had a code of 920 from the beginning. */
const NEW_CODES_FROM = '2024-04-22';
const OLD_PREFIXES = ['430', '831', '832', '870', '873'];

/**
 * The code of a stock on a day, if Beijing's codes change to 920 on `changeDay`. Stocks that listed before 2024-04-22 have
 * an old code of 43, 83 or 87 with the same last three digits until then.
 */
export function codeOnDay(
  { market, code, listDay }: StockLife,
  day: CalendarDay,
  changeDay: CalendarDay | undefined,
): string {
  if (changeDay === undefined || market !== 'bj' || listDay >= NEW_CODES_FROM || day >= changeDay) return code;
  const last = code.slice(3);
  return `${OLD_PREFIXES[Number(last) % OLD_PREFIXES.length] ?? '430'}${last}`;
}
