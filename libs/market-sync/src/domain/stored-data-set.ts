import { type DaySet, REPORT_KINDS, type SyncDataSet, type WholeSet } from './data-sets';

/**
 * Names of the data sets in `market_sync_unit`, in messages and in responses. They are those of the first vendor's API and
 * stay: databases and clients hold them.
 */
const STORED_NAMES: Readonly<Record<DaySet | WholeSet, string>> = {
  bars: 'daily',
  valuations: 'daily_basic',
  price_limits: 'stk_limit',
  adjustment_factors: 'adj_factor',
  suspensions: 'suspend_d',
  calendar: 'trade_cal',
  listings: 'stock_basic',
  code_changes: 'bse_mapping',
  names: 'namechange',
};

const BY_STORED_NAME: ReadonlyMap<string, SyncDataSet> = new Map<string, SyncDataSet>([
  ...REPORT_KINDS.map((kind): [string, SyncDataSet] => [kind, kind]),
  ...Object.entries(STORED_NAMES).map(([set, name]): [string, SyncDataSet] => [name, set as DaySet | WholeSet]),
]);

/** All stored names but those of the reports. */
export const STORED_SET_NAMES: readonly string[] = Object.values(STORED_NAMES);

export function toStoredName(set: SyncDataSet): string {
  return set in STORED_NAMES ? STORED_NAMES[set as DaySet | WholeSet] : set;
}

/** @throws Error if no data set has the name: the row is of a newer version of the program. */
export function fromStoredName(name: string): SyncDataSet {
  const set = BY_STORED_NAME.get(name);
  if (set === undefined) throw new Error(`market_sync_unit holds the unknown data set ${name}`);
  return set;
}
