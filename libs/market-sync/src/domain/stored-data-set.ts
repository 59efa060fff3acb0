import {
  DAY_SETS,
  type DaySet,
  REPORT_KINDS,
  type ReportKind,
  STOCK_SETS,
  type StockSet,
  type SyncDataSet,
  WHOLE_SETS,
  type WholeSet,
} from './data-sets';

/**
 * Names of the data sets in `market_sync_unit`, in messages and in responses. They are those of the first vendor's API and
 * stay: databases and clients hold them.
 */
const STORED_NAMES: Readonly<Record<DaySet | WholeSet | StockSet, string> & Partial<Record<ReportKind, string>>> = {
  bars: 'daily',
  valuations: 'daily_basic',
  price_limits: 'stk_limit',
  adjustment_factors: 'adj_factor',
  suspensions: 'suspend_d',
  package: 'day_package',
  money_flow_tushare: 'moneyflow',
  money_flow_eastmoney: 'moneyflow_dc',
  money_flow_ths: 'moneyflow_ths',
  calendar: 'trade_cal',
  listings: 'stock_basic',
  code_changes: 'bse_mapping',
  names: 'namechange',
  share_counts: 'share_count',
  share_records: 'share_record',
};

/** All data sets. */
export const DATA_SETS: readonly SyncDataSet[] = [...DAY_SETS, ...WHOLE_SETS, ...STOCK_SETS, ...REPORT_KINDS];

/** All stored names but those of the reports. */
export const STORED_SET_NAMES: readonly string[] = [...DAY_SETS, ...WHOLE_SETS, ...STOCK_SETS].map(toStoredName);

/** Reports have their kind for a name. */
export function toStoredName(set: SyncDataSet): string {
  return STORED_NAMES[set] ?? set;
}

/**
 * Rows of some data sets, with the set that their stored name says. Rows of other sets, such as those that only another
 * version of the program has, are left out.
 */
export function readStoredSets<Row extends { dataSet: string }, Set extends SyncDataSet>(
  rows: readonly Row[],
  sets: readonly Set[],
): (Omit<Row, 'dataSet'> & { dataSet: Set })[] {
  const byName = new Map(sets.map((set) => [toStoredName(set), set]));
  return rows.flatMap((row) => {
    const dataSet = byName.get(row.dataSet);
    return dataSet === undefined ? [] : [{ ...row, dataSet }];
  });
}
