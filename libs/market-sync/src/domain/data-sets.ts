import type { MoneyFlowVendor } from './money-flow';

/** Data sets of one trading day, each from a request of its own. */
export const SEPARATE_DAY_SETS = ['bars', 'valuations', 'price_limits', 'adjustment_factors', 'suspensions'] as const;
export type SeparateDaySet = (typeof SEPARATE_DAY_SETS)[number];

/** Money flow of one trading day, a set for each vendor that counts it. An operator chooses one, or none. */
export const MONEY_FLOW_SETS = ['money_flow_tushare', 'money_flow_eastmoney', 'money_flow_ths'] as const;
export type MoneyFlowSet = (typeof MONEY_FLOW_SETS)[number];

export function moneyFlowSetOf(vendor: MoneyFlowVendor): MoneyFlowSet {
  return `money_flow_${vendor}`;
}

export function isMoneyFlow(dataSet: SyncDataSet): dataSet is MoneyFlowSet {
  return MONEY_FLOW_SETS.some((set) => set === dataSet);
}

/** `package`: bars, names and suspensions of a day in one file, which is stored whole or not at all. */
export const DAY_SETS = [...SEPARATE_DAY_SETS, 'package', ...MONEY_FLOW_SETS] as const;
export type DaySet = (typeof DAY_SETS)[number];

/** Those of them that hold the bars of a day. */
export const BAR_SETS = ['bars', 'package'] as const satisfies readonly DaySet[];

export function holdsBars(dataSet: DaySet): boolean {
  return BAR_SETS.some((set) => set === dataSet);
}

/** Data sets that come as a whole, once a day. `listings` comes first: the others name stocks. */
export const WHOLE_SETS = ['calendar', 'listings', 'code_changes', 'names', 'share_counts'] as const;
export type WholeSet = (typeof WHOLE_SETS)[number];

/** Data sets that are requested stock by stock, without the reports. `share_records`: ex-rights and share counts of all times. */
export const STOCK_SETS = ['share_records'] as const;
export type StockSet = (typeof STOCK_SETS)[number];

/** Kinds of financial reports, requested stock by stock: the `statement` of `financial_report`. */
export const REPORT_KINDS = [
  'indicator',
  'income',
  'balance_sheet',
  'cash_flow',
  'audit',
  'pledge',
  'holder_trade',
  'share_unlock',
  'dividend',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export type SyncDataSet = DaySet | WholeSet | StockSet | ReportKind;

/** Why a sync runs: the day's data, the day before again, or a span that somebody requested. */
export const SYNC_KINDS = ['daily', 'repair', 'backfill'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];
