import type { CalendarDay } from '#lib/kernel';
import { isNoLimit, NO_LIMIT } from '../../domain/day-lock';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay, type TushareRead } from './data-set';
import { type MarketSlice, sliceParams } from './market-slice';

/** A stock's limit prices on a day, in yuan; {@link NO_LIMIT} on a day without a limit. A lower one may be missing. */
export interface LimitPrices {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  readonly upLimit: number;
  readonly downLimit: number | null;
}

export const limitPrices: DataSet<LimitPrices> = {
  api: 'stk_limit',
  key: stockDay,
  columns: ['ts_code', 'trade_date', 'up_limit', 'down_limit'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    const up = row.numberOrNull('up_limit');
    const down = row.numberOrNull('down_limit');
    const isFree = up === null || up <= 0 || isNoLimit(up);
    return {
      code: stock.code,
      tradeDate: row.day('trade_date'),
      upLimit: isFree ? NO_LIMIT.up : up,
      downLimit: isFree ? NO_LIMIT.down : down === null || down <= 0 ? null : down,
    };
  },
};

/**
 * Limit prices. With B-shares and funds a day has more rows than one call gives, so it always takes pages. Out at 8:40 of
 * the same day. @throws TushareFault
 */
export function readLimitPrices(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<TushareRead<LimitPrices>> {
  return readDataSet(tushare, limitPrices, sliceParams(slice), signal);
}
