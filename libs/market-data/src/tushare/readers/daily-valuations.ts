import type { CalendarDay } from '#lib/kernel';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay, type TushareRead } from './data-set';
import { type MarketSlice, sliceParams } from './market-slice';
import { sharesOfTenThousands, yuanOfTenThousands } from './units';

/** A stock's day in `daily_basic`: percents, yuan and shares. What makes no sense for it (pe of a loss) is null. */
export interface DailyValuation {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  /** Percent of the circulating shares. */
  readonly turnoverPct: number | null;
  readonly peTtm: number | null;
  readonly pb: number | null;
  /** Percent. */
  readonly dividendYieldTtm: number | null;
  /** Circulating market cap. */
  readonly circMarketCap: number | null;
  readonly totalMarketCap: number | null;
  readonly totalShares: number | null;
  readonly floatShares: number | null;
}

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
      circMarketCap: yuanOfTenThousands(row.numberOrNull('circ_mv')),
      totalMarketCap: yuanOfTenThousands(row.numberOrNull('total_mv')),
      totalShares: sharesOfTenThousands(row.numberOrNull('total_share')),
      floatShares: sharesOfTenThousands(row.numberOrNull('float_share')),
    };
  },
};

/** Turnover, market caps and valuation. Out at 15:00-17:00. @throws TushareFault */
export function readDailyValuations(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<TushareRead<DailyValuation>> {
  return readDataSet(tushare, dailyValuations, sliceParams(slice), signal);
}
