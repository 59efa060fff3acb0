import type { BarMatrix } from '#lib/bar-matrix/domain';
import type { CalendarDay } from '#lib/kernel';

/** Whether a stock had left the exchange when the market's newest day ended. */
export function hasLeft(delistDate: CalendarDay | null, { lastDay }: BarMatrix): boolean {
  return delistDate !== null && lastDay !== undefined && delistDate <= lastDay;
}
