import type { CalendarDay } from '#lib/kernel';

/** Whether a stock had left the exchange when a day of the market ended. */
export function hasLeft(delistDate: CalendarDay | null, lastDay: CalendarDay | undefined): boolean {
  return delistDate !== null && lastDay !== undefined && delistDate <= lastDay;
}
