import type { ChipPerformance } from '#lib/chips';
import type { VendorRead } from '#lib/market-data';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay } from './data-set';
import { type MarketSlice, buildSliceParams } from './market-slice';

export const chipPerformances: DataSet<ChipPerformance> = {
  api: 'cyq_perf',
  key: stockDay,
  columns: [
    ...['ts_code', 'trade_date', 'his_low', 'his_high', 'cost_5pct', 'cost_15pct', 'cost_50pct', 'cost_85pct'],
    ...['cost_95pct', 'weight_avg', 'winner_rate'],
  ],
  decode: (row) => {
    const stock = row.stock();
    if (stock === undefined) return undefined;
    return {
      code: stock.code,
      tradeDate: row.day('trade_date'),
      hisLow: row.numberOrNull('his_low'),
      hisHigh: row.numberOrNull('his_high'),
      cost5: row.number('cost_5pct'),
      cost15: row.number('cost_15pct'),
      cost50: row.number('cost_50pct'),
      cost85: row.number('cost_85pct'),
      cost95: row.number('cost_95pct'),
      weightedAverage: row.number('weight_avg'),
      winnerRate: row.number('winner_rate'),
    };
  },
};

/**
 * Chips of a day or a stock, from 2018 on; out at 18:00-19:00. The vendor's page demands a code, in practice a trade date
 * alone gives the market page by page: a caller whose account is refused that asks stock by stock. @throws VendorError
 */
export function readChipPerformances(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<VendorRead<ChipPerformance>> {
  return readDataSet(tushare, chipPerformances, buildSliceParams(slice), signal);
}
