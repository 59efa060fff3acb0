import type { CalendarDay } from '#lib/kernel';
import { classifyBareCode, type Exchange } from '#lib/market-data';

/** What to ask of a daily API: the whole market on a day (one call and its pages), or one stock over a span. */
export type MarketSlice =
  | { readonly tradeDate: CalendarDay }
  | { readonly code: string; readonly from?: CalendarDay; readonly to?: CalendarDay };

const SUFFIXES: Record<Exchange, string> = { SSE: 'SH', SZSE: 'SZ', BSE: 'BJ' };

/** A stock's code as the vendor writes it: `600000.SH`. @throws Error where the code can't be an A-share's. */
export function toTsCode(code: string): string {
  const named = classifyBareCode(code);
  if (named.kind !== 'stock') throw new Error(`${code} is no A-share's code`);
  return `${code}.${SUFFIXES[named.exchange]}`;
}

/** A day as the vendor writes it: `20240102`. */
export function toVendorDay(day: CalendarDay): string {
  return day.replaceAll('-', '');
}

/** `start_date` and `end_date`, both inclusive, where they are given. */
export function buildSpanParams({ from, to }: { from?: CalendarDay; to?: CalendarDay }): Record<string, string> {
  return {
    ...(from === undefined ? {} : { start_date: toVendorDay(from) }),
    ...(to === undefined ? {} : { end_date: toVendorDay(to) }),
  };
}

export function buildSliceParams(slice: MarketSlice): Record<string, string> {
  return 'tradeDate' in slice
    ? { trade_date: toVendorDay(slice.tradeDate) }
    : { ts_code: toTsCode(slice.code), ...buildSpanParams(slice) };
}
