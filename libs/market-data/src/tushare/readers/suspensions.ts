import type { CalendarDay } from '#lib/kernel';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, type TushareRead } from './data-set';
import { type MarketSlice, sliceParams } from './market-slice';

/** A stock that was suspended on a day. */
export interface Suspension {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  /** Null for the whole day; `09:30-10:00` and the like for a part of it, when the day has a bar. */
  readonly timing: string | null;
}

export const suspensions: DataSet<Suspension> = {
  api: 'suspend_d',
  columns: ['ts_code', 'trade_date', 'suspend_timing', 'suspend_type'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined || row.text('suspend_type') !== 'S') return undefined;
    return { code: stock.code, tradeDate: row.day('trade_date'), timing: row.textOrNull('suspend_timing') };
  },
};

/** Suspensions, without the resumptions that the API lists beside them. @throws TushareFault */
export function readSuspensions(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<TushareRead<Suspension>> {
  return readDataSet(tushare, suspensions, { ...sliceParams(slice), suspend_type: 'S' }, signal);
}
