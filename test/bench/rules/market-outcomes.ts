import type { DailyQuestion } from '#lib/ai/testing';
import type { CalendarDay } from '#lib/kernel';
import type { RealStock } from './real-stocks';
import { daysOf, isJump } from './real-stocks';

const HORIZON = 20;
const CLEAN_BARS_BEFORE = 60;

type MarketChange = NonNullable<DailyQuestion['market']>[number];

/** What became of a stock after a day: null where it can't be told. */
export interface Outcomes {
  /** Does the stock beat the market's median from the next open to the 20th close after? Null: no bar, or a jump near. */
  beats: (stock: number, day: CalendarDay) => { beat: boolean; base: number } | null;
  /** The median change of each day. */
  changes: MarketChange[];
}

/** Measures all stocks against their own median. */
export function measureOutcomes(stocks: readonly RealStock[]): Outcomes {
  const days = daysOf(stocks);
  const place = new Map(days.map((day, index) => [day, index]));
  const returns = stocks.map((stock) => returnsOf(stock, place, days.length));
  const atDay = (day: number) => returns.flatMap((own) => (Number.isNaN(own[day]) ? [] : [own[day] ?? 0]));
  const medians = days.map((_, day) => median(atDay(day)));
  const bases = days.map((_, day) => {
    const all = atDay(day);
    return all.filter((value) => value > (medians[day] ?? 0)).length / all.length;
  });
  return {
    beats: (stock, date) => {
      const day = place.get(date) ?? -1;
      const [own = NaN, middle = NaN, base = NaN] = [returns[stock]?.[day], medians[day], bases[day]];
      return Number.isNaN(own) ? null : { beat: own > middle, base };
    },
    changes: changesOf(stocks, days, place),
  };
}

function returnsOf({ bars }: RealStock, place: ReadonlyMap<CalendarDay, number>, count: number): Float64Array {
  const open = new Float64Array(count).fill(NaN);
  const close = new Float64Array(count).fill(NaN);
  const returns = new Float64Array(count).fill(NaN);
  const dirty = new Uint8Array(count);
  for (const bar of bars) {
    const day = place.get(bar.tradeDate) ?? 0;
    open[day] = bar.open;
    close[day] = bar.close;
    if (isJump(bar)) dirty.fill(1, Math.max(0, day - HORIZON), Math.min(count, day + CLEAN_BARS_BEFORE));
  }
  for (let day = 0; day + HORIZON < count; day += 1) {
    const [from = NaN, to = NaN] = [open[day + 1], close[day + HORIZON]];
    if (dirty[day] === 0) returns[day] = to / from - 1;
  }
  return returns;
}

function changesOf(
  stocks: readonly RealStock[],
  days: readonly CalendarDay[],
  place: ReadonlyMap<CalendarDay, number>,
): MarketChange[] {
  const byDay = days.map((): number[] => []);
  for (const { bars } of stocks) {
    bars.forEach((bar, index) => {
      const before = bars[index - 1];
      const day = place.get(bar.tradeDate) ?? 0;
      if (before === undefined || place.get(before.tradeDate) !== day - 1 || isJump(bar)) return;
      byDay[day]?.push((bar.close / before.close - 1) * 100);
    });
  }
  return days.flatMap((tradeDate, day) => {
    const changes = byDay[day] ?? [];
    return changes.length === 0 ? [] : [{ tradeDate, medianChangePct: median(changes) }];
  });
}

function median(values: readonly number[]): number {
  if (values.length === 0) return NaN;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}
