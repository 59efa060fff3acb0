import type { CalendarDay } from '#lib/kernel';
import type { Board } from '#lib/market-data';
import type { CompanyReport } from '../company-facts';

/** A report, and since when it is known to have been public; see `wasPublic` of the query. */
export interface PublicReport extends CompanyReport {
  statement: string;
  publicFrom: CalendarDay;
}

/** Values by days, oldest first. Epoch days. */
export interface ValuationHistory {
  /** Five years before the span, and the span. */
  days: readonly number[];
  peTtm: readonly (number | null)[];
  pb: readonly (number | null)[];
  /** Of the last of these days: from thirty days before the span on. */
  dividendYieldTtm: readonly (number | null)[];
  totalMarketCap: readonly (number | null)[];
  totalShares: readonly (number | null)[];
}

/** All that the facts of a company's days in a span are made of: {@link CompanyTimeline} reads them. */
export interface CompanyHistory {
  code: string;
  board: Board;
  /** Today's. */
  name: string | null;
  names: readonly { from: CalendarDay; name: string }[];
  /** Of the first report of any kind; null: there is none. */
  firstPublishedOn: CalendarDay | null;
  /** Newest period first, then newest publication, then as the vendor lists them. */
  reports: readonly PublicReport[];
  /** The last bar before the span, and those of the span. */
  bars: { days: readonly number[]; closes: readonly number[]; st: readonly (boolean | null)[] };
  valuations: ValuationHistory;
  /** Epoch day before which a request for events of the kind is recent enough; null: none was requested. */
  requestedThrough: { holderTrades: number | null; unlocks: number | null };
  /** The market is our own invention, all of whose events are known. */
  isInvented: boolean;
}
