import type { DailyBar } from '#lib/market-sync';
import { VOLUME_BOUND, type VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay } from './data-set';
import { type MarketSlice, buildSliceParams } from './market-slice';
import { MalformedRow } from './row-reader';
import { lotsToShares, thousandsToYuan } from './units';

export const dailyBars: DataSet<DailyBar> = {
  api: 'daily',
  key: stockDay,
  columns: ['ts_code', 'trade_date', 'open', 'high', 'low', 'close', 'pre_close', 'vol', 'amount'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    const tradeDate = row.day('trade_date');
    const volume = lotsToShares(row.number('vol'));
    if (volume === 0) return undefined;
    if (volume < 0 || volume >= VOLUME_BOUND) throw new MalformedRow('vol', 'is out of range');
    const high = row.price('high');
    const low = row.price('low');
    const open = row.price('open');
    const close = row.price('close');
    if (low > high) throw new MalformedRow('low', 'is above the high');
    for (const [column, price] of [
      ['open', open],
      ['close', close],
    ] as const) {
      if (price < low || price > high) throw new MalformedRow(column, 'lies outside of the low and the high');
    }
    const amount = row.numberOrNull('amount');
    if (amount !== null && amount < 0) throw new MalformedRow('amount', 'is below 0');
    return {
      code: stock.code,
      exchange: stock.exchange,
      board: stock.board,
      tradeDate,
      open,
      high,
      low,
      close,
      preClose: row.numberOrNull('pre_close') === null ? null : row.price('pre_close'),
      volume,
      amount: amount === null ? null : thousandsToYuan(amount),
    };
  },
};

/** Unadjusted bars, newest first. Out after 15:00-16:00. @throws VendorError */
export function readDailyBars(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<VendorRead<DailyBar>> {
  return readDataSet(tushare, dailyBars, buildSliceParams(slice), signal);
}
