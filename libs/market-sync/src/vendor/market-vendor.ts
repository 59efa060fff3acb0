import type { VendorSource } from '#lib/config';
import { AppError, type CalendarDay } from '#lib/kernel';
import type { VendorRead } from '#lib/market-data';
import type { VendorDiagnosis } from './vendor-diagnosis';
import type { VendorNote } from './vendor-note';
import type { DaySetTerms } from '../domain/day-set-terms';
import type { DaySet, ReportKind, StockSet, WholeSet } from '../domain/data-sets';
import type { DayRows, StockReport, StockRows, WholeRows } from '../domain/vendor-rows';

/**
 * A source of market data that the sync fills the database from. Each method makes the requests that it needs, keeps the
 * vendor's pace, and gives rows in the units that are stored; what the vendor does not have stands in no list below and is
 * never requested.
 *
 * All methods throw `VendorError`: its reason decides whether the sync waits, goes on without the data set, or fails.
 */
export abstract class MarketVendor {
  /** The value of `MARKET_SOURCE` that selects it; `market_state.source` once it has given data. */
  abstract readonly source: VendorSource;
  abstract readonly daySets: readonly DaySet[];
  /** Of the day sets that do not come with the bars. */
  readonly dayTerms: Readonly<Partial<Record<DaySet, DaySetTerms>>> = {};
  abstract readonly wholeSets: readonly WholeSet[];
  /** Kinds of reports; none for a vendor without fundamentals. */
  abstract readonly reportKinds: readonly ReportKind[];
  /** Data sets that are requested stock by stock, without the reports. */
  readonly stockSets: readonly StockSet[] = [];

  /** In which order the days of a span are requested. Newest first: a recent range can be scanned before the rest is there. */
  readonly dayOrder: 'oldest_first' | 'newest_first' = 'oldest_first';
  /**
   * The time of the day (`HH:MM`, Shanghai) from which a day that came is final, so that it is requested once. Null: the
   * vendor changes what it gives, and two readings must agree.
   */
  readonly finalFrom: string | null = null;
  /** Open days that an empty market gets: by default a scan of 60 days and the 360 before it. */
  readonly historyDays: number = 420;

  /** All rows of a data set on a trading day. A vendor may add rows of other days; the sync drops them. */
  abstract fetchDay<Set extends DaySet>(
    set: Set,
    day: CalendarDay,
    signal: AbortSignal,
  ): Promise<VendorRead<DayRows[Set]>>;

  /** A data set as a whole. @param span The days that a calendar is for; other sets ignore it. */
  abstract fetchWhole<Set extends WholeSet>(
    set: Set,
    span: { readonly from: CalendarDay; readonly to: CalendarDay },
    signal: AbortSignal,
  ): Promise<VendorRead<WholeRows[Set]>>;

  /** What the stored data turned out to be; none for a vendor that says all of it itself. */
  readNotes(): Promise<readonly VendorNote[]> {
    return Promise.resolve([]);
  }

  /**
   * Looks at one day: what comes, and what is wrong with it. Stores no data.
   * @throws AppError 503 `not_diagnosable` if the vendor has no such look.
   */
  diagnose(_day: CalendarDay, _signal: AbortSignal): Promise<VendorDiagnosis> {
    const message = 'market doctor looks at the day packages of MARKET_SOURCE=tdx';
    throw AppError.unavailable('not_diagnosable', message, { retryable: false });
  }

  /** All rows of a data set of one stock; they replace those of an earlier request. None: what is stored stays. */
  fetchStock<Set extends StockSet>(set: Set, _code: string, _signal: AbortSignal): Promise<VendorRead<StockRows[Set]>> {
    throw new Error(`${this.source} has no ${set}`);
  }

  /** One stock's reports of a kind, each publication of a period on its own. */
  abstract fetchReports(kind: ReportKind, code: string, signal: AbortSignal): Promise<VendorRead<StockReport>>;
}
