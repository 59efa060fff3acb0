import { ENOUGH } from '#lib/market-data/domain';
import type { CalendarDay } from '#lib/kernel';

export interface DayBars {
  day: CalendarDay;
  bars: number;
}

/** A day is compared with the days around it: so many before and after. */
export const AROUND = 10;
/** In a smaller market one absent stock is more than a twentieth, and says nothing. */
const SMALLEST_MARKET = 20;

/** Whether a day has fewer bars than 95 % of the median of the days around it. */
export function isThin(bars: number, median: number): boolean {
  return median >= SMALLEST_MARKET && bars < median * ENOUGH;
}

/**
 * Days with fewer bars than 95 % of the median of the days around them: what is thin where nobody knows how many stocks
 * were listed and suspended (imported files).
 * @param days Days with bars, oldest first.
 */
export function thinDays(days: readonly DayBars[]): CalendarDay[] {
  return days
    .filter(({ bars }, at) => {
      const around = days.slice(Math.max(0, at - AROUND), at + AROUND + 1).map((other) => other.bars);
      return isThin(bars, around.sort((one, other) => one - other)[Math.floor(around.length / 2)] ?? 0);
    })
    .map(({ day }) => day);
}
