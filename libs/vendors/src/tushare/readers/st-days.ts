import type { VendorRead } from '#lib/market-data';
import type { CalendarDay } from '#lib/kernel';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay } from './data-set';
import { type MarketSlice, buildSliceParams } from './market-slice';

/** A stock under special treatment on a day. */
export interface StDay {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  readonly name: string;
}

export const stDays: DataSet<StDay> = {
  api: 'stock_st',
  key: stockDay,
  columns: ['ts_code', 'name', 'trade_date', 'type'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    return { code: stock.code, tradeDate: row.day('trade_date'), name: row.text('name') };
  },
};

/** All ST stocks of a day, from 2016 on. Needs more points than the names over time do. Out at 9:20. @throws VendorError */
export function readStDays(tushare: Tushare, slice: MarketSlice, signal?: AbortSignal): Promise<VendorRead<StDay>> {
  return readDataSet(tushare, stDays, buildSliceParams(slice), signal);
}
