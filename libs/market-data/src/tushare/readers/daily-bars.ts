import type { CalendarDay } from '#lib/kernel';
import { VOLUME_BOUND } from '../../domain/formats/bar-fault';
import type { Board, Exchange } from '../../domain/stock-code';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay, type TushareRead } from './data-set';
import { type MarketSlice, sliceParams } from './market-slice';
import { MalformedRow } from './row-reader';
import { sharesOfLots, yuanOfThousands } from './units';

/** A bar of `daily`: yuan as traded, volume in shares above 0, amount in yuan. A suspended stock has none. */
export interface DailyBar {
  readonly code: string;
  readonly exchange: Exchange;
  readonly board: Board;
  readonly tradeDate: CalendarDay;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Previous close, ex-right. */
  readonly preClose: number | null;
  readonly volume: number;
  readonly amount: number | null;
}

export const dailyBars: DataSet<DailyBar> = {
  api: 'daily',
  key: stockDay,
  columns: ['ts_code', 'trade_date', 'open', 'high', 'low', 'close', 'pre_close', 'vol', 'amount'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    const tradeDate = row.day('trade_date');
    const volume = sharesOfLots(row.number('vol'));
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
      amount: amount === null ? null : yuanOfThousands(amount),
    };
  },
};

/** Unadjusted bars, newest first. Out after 15:00-16:00. @throws TushareFault */
export function readDailyBars(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<TushareRead<DailyBar>> {
  return readDataSet(tushare, dailyBars, sliceParams(slice), signal);
}
