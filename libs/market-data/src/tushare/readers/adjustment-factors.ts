import type { CalendarDay } from '#lib/kernel';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay, type TushareRead } from './data-set';
import { type MarketSlice, sliceParams } from './market-slice';

/** The cumulative adjustment factor in force on a day: forward-adjusted price = price × factor ÷ newest factor. */
export interface AdjustmentFactor {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  readonly factor: number;
}

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

/** A row for every stock and open day, suspended ones too; most repeat the day before. Out at 9:15-9:20. @throws TushareFault */
export function readAdjustmentFactors(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<TushareRead<AdjustmentFactor>> {
  return readDataSet(tushare, adjustmentFactors, sliceParams(slice), signal);
}
