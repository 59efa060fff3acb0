import { type CalendarDay, parseCalendarDay } from '#lib/kernel';

/** Reads `YYYY-MM-DD` or `YYYYMMDD`, as vendors write days. */
export function readAnyDay(text: string): CalendarDay | undefined {
  return parseCalendarDay(text.replace(/^([0-9]{4})([0-9]{2})([0-9]{2})$/, '$1-$2-$3'));
}
