import type { LimitPrices } from '#lib/market-sync';
import { isNoLimit, NO_LIMIT, type VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay } from './data-set';
import { type MarketSlice, buildSliceParams } from './market-slice';

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
 * the same day. @throws VendorError
 */
export function readLimitPrices(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<VendorRead<LimitPrices>> {
  return readDataSet(tushare, limitPrices, buildSliceParams(slice), signal);
}
