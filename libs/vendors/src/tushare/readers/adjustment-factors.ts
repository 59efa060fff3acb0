import type { AdjustmentFactor } from '#lib/market-sync';
import type { VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay } from './data-set';
import { type MarketSlice, buildSliceParams } from './market-slice';

export const adjustmentFactors: DataSet<AdjustmentFactor> = {
  api: 'adj_factor',
  key: stockDay,
  columns: ['ts_code', 'trade_date', 'adj_factor'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    return { code: stock.code, tradeDate: row.day('trade_date'), factor: row.price('adj_factor') };
  },
};

/** A row for every stock and open day, suspended ones too; most repeat the day before. Out at 9:15-9:20. @throws VendorError */
export function readAdjustmentFactors(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<VendorRead<AdjustmentFactor>> {
  return readDataSet(tushare, adjustmentFactors, buildSliceParams(slice), signal);
}
