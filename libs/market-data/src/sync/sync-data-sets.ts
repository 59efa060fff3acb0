import type { Statement } from '../tushare/readers/stock-report';

/** Data sets of which a day is one question. */
export const DAY_SETS = ['daily', 'daily_basic', 'stk_limit', 'adj_factor', 'suspend_d'] as const;
export type DaySet = (typeof DAY_SETS)[number];

/** Data sets that come as a whole, once a day. */
export const WHOLE_SETS = ['trade_cal', 'stock_basic', 'bse_mapping', 'namechange'] as const;
export type WholeSet = (typeof WHOLE_SETS)[number];

/** What is asked stock by stock. */
export const REPORT_SETS: readonly Statement[] = [
  'indicator',
  'income',
  'balance_sheet',
  'cash_flow',
  'audit',
  'pledge',
  'holder_trade',
  'share_unlock',
  'dividend',
];

export type SyncDataSet = DaySet | WholeSet | Statement;

/** Why a sync runs: the day's data, the day before again, or a span that somebody asked for. */
export const SYNC_KINDS = ['daily', 'repair', 'backfill'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];
