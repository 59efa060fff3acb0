import type { CalendarDay } from '#lib/kernel';

/** What kinds of reports there are: the `statement` of `financial_report`. */
export type Statement =
  | 'indicator'
  | 'income'
  | 'balance_sheet'
  | 'cash_flow'
  | 'audit'
  | 'pledge'
  | 'holder_trade'
  | 'share_unlock'
  | 'dividend';

/** Values under the vendor's own column names: yuan, percent, shares (not ten thousands of them); days as `YYYY-MM-DD`. */
export type ReportFields = Readonly<Record<string, string | number | null>>;

/** One report as `financial_report` stores it. */
export interface StockReport {
  readonly code: string;
  readonly statement: Statement;
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
