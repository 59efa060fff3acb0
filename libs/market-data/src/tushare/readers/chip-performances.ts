import type { CalendarDay } from '#lib/kernel';
import type { Tushare } from '../tushare';
import { type DataSet, readDataSet, stockDay, type TushareRead } from './data-set';
import { type MarketSlice, sliceParams } from './market-slice';

/** A stock's chips at a day's close in `cyq_perf`: forward-adjusted yuan, the winner rate in percent. */
export interface ChipPerformance {
  readonly code: string;
  readonly tradeDate: CalendarDay;
  readonly hisLow: number | null;
  readonly hisHigh: number | null;
  readonly cost5: number;
  readonly cost15: number;
  readonly cost50: number;
  readonly cost85: number;
  readonly cost95: number;
  readonly weightedAverage: number;
  readonly winnerRate: number;
}

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
 * alone gives the market page by page: a caller whose account is refused that asks stock by stock. @throws TushareFault
 */
export function readChipPerformances(
  tushare: Tushare,
  slice: MarketSlice,
  signal?: AbortSignal,
): Promise<TushareRead<ChipPerformance>> {
  return readDataSet(tushare, chipPerformances, sliceParams(slice), signal);
}
