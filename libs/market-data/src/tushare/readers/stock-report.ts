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
  /** Tells apart several of one day (holders' trades, unlocks), from 0 on, the same for the same rows. */
  readonly ordinal: number;
  readonly fields: ReportFields;
}

/**
 * The reports that counted on a day: published on or before it, and of each period the one that replaces the others. The
 * vendor marks the replacing one by `update_flag` 1; among equals the latest published wins. Reports of which several stand
 * side by side (holders' trades, unlocks, dividends) all count.
 */
export function reportsAsOf(reports: readonly StockReport[], day: CalendarDay): StockReport[] {
  const byPeriod = new Map<string, StockReport>();
  const beside: StockReport[] = [];
  for (const report of reports) {
    if (report.publishedOn > day) continue;
    if (!REPLACING.has(report.statement)) {
      beside.push(report);
      continue;
    }
    const key = `${report.code} ${report.statement} ${report.periodEnd}`;
    const known = byPeriod.get(key);
    if (known === undefined || replaces(report, known)) byPeriod.set(key, report);
  }
  return [...byPeriod.values(), ...beside];
}

/** Statements of which one row a period is valid at a time. */
const REPLACING: ReadonlySet<Statement> = new Set([
  'indicator',
  'income',
  'balance_sheet',
  'cash_flow',
  'audit',
  'pledge',
]);

function replaces(report: StockReport, known: StockReport): boolean {
  const updated = isUpdate(report);
  return updated === isUpdate(known) ? report.publishedOn >= known.publishedOn : updated;
}

function isUpdate({ fields }: StockReport): boolean {
  return String(fields['update_flag']) === '1';
}
