import { randomUUID } from 'node:crypto';
import {
  BarColumns,
  BarMatrix,
  encodeFacts,
  type MatrixStock,
  PRICE_SCALE,
  shareIntegers,
} from '#lib/bar-matrix/testing';
import { type CalendarDay, calendarDayFromEpochDay } from '#lib/kernel';

/** A bar as it was traded, prices in yuan. */
export interface MarketBar {
  /** Position of its day. */
  readonly day: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly amount?: number;
  readonly floatCap?: number;
}

export interface MarketStock extends Partial<MatrixStock> {
  readonly code: string;
  readonly bars: readonly MarketBar[];
}

/** Epoch day of the market's first one. */
const FIRST_DAY = 19_000;

/** Day of a position. */
export function matrixDay(day: number): CalendarDay {
  return calendarDayFromEpochDay(FIRST_DAY + day);
}

/** The bars of a market in memory: its days are all open days, one after the other. */
export function matrixOf(stocks: readonly MarketStock[], days: number): BarMatrix {
  const total = stocks.reduce((sum, { bars }) => sum + bars.length, 0);
  const columns = BarColumns.allocate(total, { totalCaps: false, limits: false });
  const [starts, counts] = [new Int32Array(stocks.length), new Int32Array(stocks.length)];
  let place = 0;
  for (const [stockNo, { bars }] of stocks.entries()) {
    starts[stockNo] = place;
    counts[stockNo] = bars.length;
    for (const bar of bars) {
      columns.day[place] = bar.day;
      for (const price of ['open', 'high', 'low', 'close'] as const)
        columns[price][place] = Math.round(bar[price] * PRICE_SCALE);
      columns.volume[place] = 1_000_000;
      columns.amount[place] = bar.amount ?? 1e8;
      columns.turnover[place] = NaN;
      columns.floatCap[place] = bar.floatCap ?? NaN;
      columns.st[place] = 0;
      place += 1;
    }
  }
  const facts = {
    days: Array.from({ length: days }, (_, day) => matrixDay(day)),
    ...{ completeFrom: 0, isOfFiles: true },
    openDayNos: Array.from({ length: days }, (_, day) => day),
    stocks: stocks.map(({ bars, ...stock }): MatrixStock => ({
      ...{ name: '样本', board: 'main', listDate: null, delistDate: null },
      firstBarDate: bars[0] === undefined ? null : matrixDay(bars[0].day),
      ...{ names: [], priceSteps: [], shareChanges: [], shareGaps: [] },
      ...stock,
    })),
    listDayNos: stocks.map(() => -1000),
  };
  return new BarMatrix(
    {
      ...{ id: randomUUID(), revision: '1', version: { dataVersion: 1 } as never, buffers: columns.buffers },
      ...{ starts: shareIntegers(starts), counts: shareIntegers(counts), facts: encodeFacts(facts) },
    },
    facts,
  );
}
