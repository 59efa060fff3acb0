import type { CalendarDay } from '#lib/kernel';
import type { DaySet } from './sync-data-sets';
import { readAdjustmentFactors } from '../tushare/readers/adjustment-factors';
import { readDailyBars } from '../tushare/readers/daily-bars';
import { readDailyValuations } from '../tushare/readers/daily-valuations';
import { readLimitPrices } from '../tushare/readers/limit-prices';
import { readSuspensions } from '../tushare/readers/suspensions';
import type { Tushare } from '../tushare/tushare';

export interface DayRows {
  rows: readonly { code: string }[];
  /** By which two readings are compared: yuan traded, where there is such a thing. */
  total: number;
  calls: number;
}

type Reader = (
  tushare: Tushare,
  slice: { tradeDate: CalendarDay },
  signal: AbortSignal,
) => Promise<Omit<DayRows, 'total'>>;

const READERS: Readonly<Record<DaySet, Reader>> = {
  daily: readDailyBars,
  daily_basic: readDailyValuations,
  stk_limit: readLimitPrices,
  adj_factor: readAdjustmentFactors,
  suspend_d: readSuspensions,
};

/** Asks for a data set's day. Rows of other days are none of the answer; a stock that comes twice counts once, the last. */
export async function askDay(
  tushare: Tushare,
  dataSet: DaySet,
  day: CalendarDay,
  signal: AbortSignal,
): Promise<DayRows> {
  const read = await READERS[dataSet](tushare, { tradeDate: day }, signal);
  const byCode = new Map<string, { code: string; tradeDate?: CalendarDay; amount?: number | null }>();
  for (const row of read.rows) byCode.set(row.code, row);
  const rows = [...byCode.values()].filter((row) => row.tradeDate === day);
  const total = rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  // To the fen: the order of the rows must not tell two sums apart.
  return { rows, total: Math.round(total * 100), calls: read.calls };
}
