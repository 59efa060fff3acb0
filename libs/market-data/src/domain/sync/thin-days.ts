import type { CalendarDay } from '#lib/kernel';
import { ENOUGH } from './reading';

export interface DayBars {
  day: CalendarDay;
  bars: number;
}

/** A day is compared with the days around it: so many before and after. */
const AROUND = 10;
/** In a smaller market one absent stock is more than a twentieth, and says nothing. */
const SMALLEST_MARKET = 20;

/**
 * Days with fewer bars than 95 % of the median of the days around them: what is thin where nobody knows how many stocks
 * were listed and suspended (imported files).
 * @param days Days with bars, oldest first.
 */
export function thinDays(days: readonly DayBars[]): CalendarDay[] {
  return days
    .filter(({ bars }, at) => {
      const around = days.slice(Math.max(0, at - AROUND), at + AROUND + 1).map((other) => other.bars);
      const median = around.sort((one, other) => one - other)[Math.floor(around.length / 2)] ?? 0;
      return median >= SMALLEST_MARKET && bars < median * ENOUGH;
    })
    .map(({ day }) => day);
}
