import type { Suspension } from '#lib/market-sync';
import type { VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet } from './data-set';
import { type MarketSlice, buildSliceParams } from './market-slice';

export const suspensions: DataSet<Suspension> = {
  api: 'suspend_d',
  columns: ['ts_code', 'trade_date', 'suspend_timing', 'suspend_type'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined || row.text('suspend_type') !== 'S') return undefined;
    return { code: stock.code, tradeDate: row.day('trade_date'), timing: row.textOrNull('suspend_timing') };
  },
};

/** Suspensions, without the resumptions that the API lists beside them. @throws VendorError */
export function readSuspensions(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<VendorRead<Suspension>> {
  return readDataSet(tushare, suspensions, { ...buildSliceParams(slice), suspend_type: 'S' }, signal);
}
