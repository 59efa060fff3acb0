import type { CalendarDay } from '#lib/kernel';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay, type TushareRead } from './data-set';
import { type MarketSlice, sliceParams } from './market-slice';

/** A stock's limit prices on a day, in yuan; null on a day without a limit. */
export interface LimitPrices {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  readonly upLimit: number | null;
  readonly downLimit: number | null;
}

/** From here on an upper limit is the vendor's way to say that there is none; no A-share trades there. */
const NO_LIMIT = 10_000;

export const limitPrices: DataSet<LimitPrices> = {
  api: 'stk_limit',
  key: stockDay,
  columns: ['ts_code', 'trade_date', 'up_limit', 'down_limit'],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    const up = row.numberOrNull('up_limit');
    const down = row.numberOrNull('down_limit');
    const isFree = up === null || up <= 0 || up >= NO_LIMIT;
    return {
      code: stock.code,
      tradeDate: row.day('trade_date'),
      upLimit: isFree ? null : up,
      downLimit: isFree || down === null || down <= 0 ? null : down,
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
