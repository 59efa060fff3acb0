import { addDays, calendarDayOf, type CalendarDay } from '#lib/kernel';
import type { Board } from '#lib/market-data';
import type { PortfolioStock } from './portfolio-input';

/** A day of a stock in a test. What is left out: traded at its open all day, without limits, and as much as one likes. */
export interface SketchedBar {
  /** Number among the open days; left out: the day after the bar before, the first on {@link FIRST_DAY}. */
  readonly day?: number;
  readonly open?: number;
  readonly close?: number;
  readonly up?: number;
  readonly down?: number;
  readonly amount?: number;
  /** Adjusted over traded price. */
  readonly factor?: number;
}

export interface SketchedStock {
  readonly code?: string;
  readonly board?: Board;
  readonly isDelisted?: boolean;
  readonly bars: readonly SketchedBar[];
}

/** Number of the first day of a sketched market. */
export const FIRST_DAY = 100;

/** The stock of a sketch, for tests. */
export function sketchStock({
  code = '600001',
  board = 'main',
  isDelisted = false,
  bars,
}: SketchedStock): PortfolioStock {
  const openDay = new Int32Array(bars.length);
  for (const [at, { day }] of bars.entries()) openDay[at] = day ?? (at === 0 ? FIRST_DAY : (openDay[at - 1] ?? 0) + 1);
  const column = (read: (bar: SketchedBar) => number) => Float64Array.from(bars, read);
  const factor = ({ factor: share = 1 }: SketchedBar) => share;
  const open = ({ open: price = 10 }: SketchedBar) => price;
  const close = (bar: SketchedBar) => bar.close ?? open(bar);
  const high = (bar: SketchedBar) => Math.max(open(bar), close(bar));
  const low = (bar: SketchedBar) => Math.min(open(bar), close(bar));
  const adjusted = (read: (bar: SketchedBar) => number) => column((bar) => read(bar) * factor(bar));
  return {
    ...{ code, board, isDelisted },
    bars: {
      ...{ count: bars.length, openDay },
      ...{ tradedOpen: column(open), tradedHigh: column(high), tradedLow: column(low), tradedClose: column(close) },
      limitUpAt: (at: number) => bars[at]?.up ?? NaN,
      limitDownAt: (at: number) => bars[at]?.down ?? NaN,
      ...{ open: adjusted(open), high: adjusted(high), low: adjusted(low), close: adjusted(close) },
      ...{ amount: column(({ amount = 1e9 }) => amount), factor: column(factor) },
    },
  };
}

/** Days from 2024-01-01 on, one after the other: no test asks which are trading days. */
export function sketchDates(count: number): CalendarDay[] {
  return Array.from({ length: count }, (_, index) => addDays(calendarDayOf('2024-01-01'), index));
}
