import type { CalendarDay } from '#lib/kernel';
import type { PackageRow } from './package-row';
import type { ShareCounts, ShareRecord } from './share-record';

/** A stock's evening: its row with the ex-right previous close, and the limits of the day. */
export interface MarketQuote {
  readonly row: PackageRow;
  readonly shares: ShareCounts | undefined;
  /** Yuan; undefined on a day without limits. */
  readonly limits: { readonly up: number; readonly down: number } | undefined;
}

/** A daily bar as the quote servers have it: traded days only, prices in yuan, unadjusted. */
export interface QuoteBar {
  readonly day: CalendarDay;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Shares. */
  readonly volume: number;
  /** Yuan. */
  readonly amount: number;
}

/** What the fakes of TongDaXin's and Tencent's services serve. A symbol is exchange and code, as `sh600000`. */
export interface TdxMarket {
  /** Open days that are served, oldest first. */
  readonly days: readonly CalendarDay[];
  /** Stocks listed on the day, suspended ones with their last close and no volume. Empty on other days. */
  rowsOf(day: CalendarDay): readonly PackageRow[];
  /** Ex-right and share records, oldest first. Empty for an unknown symbol. */
  recordsOf(symbol: string): readonly ShareRecord[];
  /** Float and total shares in force on a day. */
  sharesOf(symbol: string, day: CalendarDay): ShareCounts | undefined;
  /** Undefined if no stock of that symbol is listed on the day. */
  quoteOf(symbol: string, day: CalendarDay): MarketQuote | undefined;
  /** Bars since the first served day, oldest first. Empty for an unknown symbol and one that is no longer listed. */
  barsOf(symbol: string): readonly QuoteBar[];
}
