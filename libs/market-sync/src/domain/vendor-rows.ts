import type { CalendarDay } from '#lib/kernel';
import type { Board, Exchange, ExchangeDay } from '#lib/market-data';
import type { MoneyFlowSet, ReportKind } from './data-sets';
import type { MoneyFlow } from './money-flow';

/** A day's bar: yuan as traded, volume in shares above 0, amount in yuan. A suspended stock has none. */
export interface DailyBar {
  readonly code: string;
  readonly exchange: Exchange;
  readonly board: Board;
  readonly tradeDate: CalendarDay;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Previous close, ex-right. */
  readonly preClose: number | null;
  readonly volume: number;
  readonly amount: number | null;
}

/** A bar without what follows from its code. */
export type PlainBar = Omit<DailyBar, 'exchange' | 'board'>;

/** A stock's valuation on a day: percents, yuan and shares. What makes no sense for it (pe of a loss) is null. */
export interface DailyValuation {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  /** Percent of the circulating shares. */
  readonly turnoverPct: number | null;
  readonly peTtm: number | null;
  readonly pb: number | null;
  /** Percent. */
  readonly dividendYieldTtm: number | null;
  /** Circulating market cap. */
  readonly circMarketCap: number | null;
  readonly totalMarketCap: number | null;
  readonly totalShares: number | null;
  readonly floatShares: number | null;
}

/** A stock's limit prices on a day, in yuan; `NO_LIMIT` on a day without a limit. A lower one may be missing. */
export interface LimitPrices {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  readonly upLimit: number;
  readonly downLimit: number | null;
}

/** The cumulative adjustment factor in force on a day: forward-adjusted price = price × factor ÷ newest factor. */
export interface AdjustmentFactor {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  readonly factor: number;
}

/** A stock that was suspended on a day. */
export interface Suspension {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  /** Null for the whole day; `09:30-10:00` and the like for a part of it, when the day has a bar. */
  readonly timing: string | null;
}

export type ListingStatus = 'listed' | 'delisted' | 'paused';

/** A stock: one that trades, one that is paused (暂停上市), or one that is delisted. */
export interface StockListing {
  readonly code: string;
  readonly exchange: Exchange;
  readonly board: Board;
  readonly name: string;
  readonly status: ListingStatus;
  readonly listDate: CalendarDay | null;
  readonly delistDate: CalendarDay | null;
  readonly industry: string | null;
  /** Pinyin initials of the name in lower case, such as `payh`. */
  readonly initials: string | null;
}

/** A name and the days it held. */
export interface StockName {
  readonly code: string;
  readonly name: string;
  readonly from: CalendarDay;
  /** Null: still its name. */
  readonly to: CalendarDay | null;
  readonly announced: CalendarDay | null;
  /** Such as `ST`, `撤销ST`, `改名`. */
  readonly reason: string | null;
}

/** A Beijing stock that got a 920 code. Its history before is under either code. */
export interface CodeChange {
  readonly oldCode: string;
  readonly newCode: string;
  readonly name: string | null;
  readonly listDate: CalendarDay | null;
}

/** Values under the vendor's own column names: yuan, percent, shares (not ten thousands of them); days as `YYYY-MM-DD`. */
export type ReportFields = Readonly<Record<string, string | number | null>>;

/** One report as `financial_report` stores it. */
export interface StockReport {
  readonly code: string;
  readonly statement: ReportKind;
  /** The period's end; of a holder's trade the day it ended, of an unlock the day on which the shares may be sold. */
  readonly periodEnd: CalendarDay;
  /** The day from which on people could know it (`f_ann_date`, else `ann_date`). */
  readonly publishedOn: CalendarDay;
  /**
   * Tells apart several of one day, from 0 on, the same for the same rows: events (holders' trades, unlocks, dividends), and
   * of a statement what was published (0) and what the vendor restated under the same day (1).
   */
  readonly ordinal: number;
  readonly fields: ReportFields;
}

/** A stock in a day's package. */
export interface ListedDay {
  readonly code: string;
  readonly exchange: Exchange;
  readonly board: Board;
  readonly tradeDate: CalendarDay;
  /** The name without marks of the day; null if the file cuts it to make room for one. */
  readonly name: string | null;
  /** The name without marks, as far as the file has it. */
  readonly shortName: string;
  readonly isSt: boolean;
  /** Null: suspended all day. Without `code` and `tradeDate`, which are the row's. */
  readonly bar: PackedBar | null;
}

/** Open, high, low, close, previous close, volume, amount: in the units of {@link DailyBar}. */
export type PackedBar = readonly [number, number, number, number, number | null, number, number];

/** A stock's shares from a day on. */
export interface ShareCount {
  readonly code: string;
  readonly from: CalendarDay;
  readonly floatShares: number;
  readonly totalShares: number | null;
  /** `record`: in force from that day until the next record. `snapshot`: seen on that day. */
  readonly basis: 'record' | 'snapshot';
}

/** What a stock gives its holders on a day; several of one day add up. */
export interface ExRight {
  readonly code: string;
  /** The ex-day; on a closed day it belongs to the next open one. */
  readonly exDate: CalendarDay;
  /** Yuan for 10 shares, before tax. */
  readonly cash: number;
  /** Yuan for a new share of a rights issue. */
  readonly rightsPrice: number;
  /** New shares for 10 shares: bonus and transfer together, and those of a rights issue. */
  readonly bonus: number;
  readonly rights: number;
}

/** What a vendor's records tell of a stock. */
export type ShareRecord = ({ readonly kind: 'shares' } & ShareCount) | ({ readonly kind: 'ex_right' } & ExRight);

/** The rows of each data set that is requested stock by stock. */
export interface StockRows {
  share_records: ShareRecord;
}

/** The rows of each data set of a day. */
export interface DayRows extends Readonly<Record<MoneyFlowSet, MoneyFlow>> {
  bars: DailyBar;
  valuations: DailyValuation;
  price_limits: LimitPrices;
  adjustment_factors: AdjustmentFactor;
  suspensions: Suspension;
  package: ListedDay;
}

/** The rows of each data set that comes as a whole. */
export interface WholeRows {
  calendar: ExchangeDay;
  listings: StockListing;
  code_changes: CodeChange;
  names: StockName;
  share_counts: ShareCount;
}
