import type { DailyValuation } from '#lib/market-sync';
import type { VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay } from './data-set';
import { type MarketSlice, buildSliceParams } from './market-slice';
import { tenThousandsToShares, tenThousandsToYuan } from './units';

export const dailyValuations: DataSet<DailyValuation> = {
  api: 'daily_basic',
  key: stockDay,
  columns: [
    ...['ts_code', 'trade_date', 'turnover_rate', 'pe_ttm', 'pb', 'dv_ttm'],
    ...['circ_mv', 'total_mv', 'total_share', 'float_share'],
  ],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    return {
      code: stock.code,
      tradeDate: row.day('trade_date'),
      turnoverPct: row.numberOrNull('turnover_rate'),
      peTtm: row.numberOrNull('pe_ttm'),
      pb: row.numberOrNull('pb'),
      dividendYieldTtm: row.numberOrNull('dv_ttm'),
      circMarketCap: tenThousandsToYuan(row.numberOrNull('circ_mv')),
      totalMarketCap: tenThousandsToYuan(row.numberOrNull('total_mv')),
      totalShares: tenThousandsToShares(row.numberOrNull('total_share')),
      floatShares: tenThousandsToShares(row.numberOrNull('float_share')),
    };
  },
};

/** Turnover, market caps and valuation. Out at 15:00-17:00. @throws VendorError */
export function readDailyValuations(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<VendorRead<DailyValuation>> {
  return readDataSet(tushare, dailyValuations, buildSliceParams(slice), signal);
}
