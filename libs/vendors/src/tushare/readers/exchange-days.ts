import type { CalendarDay } from '#lib/kernel';
import type { ExchangeDay, VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet } from './data-set';
import { buildSpanParams } from './market-slice';
import { MalformedRow } from './row-reader';

export const exchangeDays: DataSet<ExchangeDay> = {
  api: 'trade_cal',
  key: ({ day }) => day,
  columns: ['exchange', 'cal_date', 'is_open'],
  decode: (row) => {
    const isOpen = row.number('is_open');
    if (isOpen !== 0 && isOpen !== 1) throw new MalformedRow('is_open', 'is neither 0 nor 1');
    return { day: row.day('cal_date'), isOpen: isOpen === 1 };
  },
};

/** Shanghai's calendar, which Shenzhen and Beijing share: a row for every day, open or not. @throws VendorError */
export function readExchangeDays(
  tushare: Tushare,
  span: { from: CalendarDay; to: CalendarDay },
  signal?: AbortSignal,
): Promise<VendorRead<ExchangeDay>> {
  return readDataSet(tushare, exchangeDays, { exchange: 'SSE', ...buildSpanParams(span) }, signal);
}
