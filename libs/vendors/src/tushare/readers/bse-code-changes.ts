import type { CodeChange } from '#lib/market-sync';
import { VendorError, type VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet } from './data-set';

export const bseCodeChanges: DataSet<CodeChange> = {
  api: 'bse_mapping',
  columns: ['name', 'o_code', 'n_code', 'list_date'],
  decode: (row) => {
    const old = row.stock('o_code');
    const now = row.stock('n_code');
    if (old === undefined || now === undefined || old.code === now.code) return undefined;
    return { oldCode: old.code, newCode: now.code, name: row.textOrNull('name'), listDate: row.dayOrNull('list_date') };
  },
};

/**
 * The vendor's own table of old and new codes. An account that may not read it gets no rows: the sync finds the changes that
 * the listings alone show.
 * @throws VendorError other than `permission`.
 */
export async function readCodeChanges(tushare: Tushare, signal?: AbortSignal): Promise<VendorRead<CodeChange>> {
  try {
    return await readDataSet(tushare, bseCodeChanges, {}, signal);
  } catch (error) {
    if (!(error instanceof VendorError && error.reason === 'permission')) throw error;
    return { rows: [], leftOut: 0, calls: error.calls };
  }
}
