import { addDays, type CalendarDay, isoWeekday } from '#lib/kernel';
import type { DayReading } from './market-reading';

/** The readings of an asked day, or of the ISO week up to an asked week end; none where nothing was traded. */
export function spanOf(days: readonly DayReading[], kind: 'daily' | 'weekly', date: CalendarDay): DayReading[] {
  const from = kind === 'daily' ? date : addDays(date, 1 - isoWeekday(date));
  return days.slice(firstFrom(days, from), firstFrom(days, addDays(date, 1)));
}

/** Index of the first reading not before a day. */
function firstFrom(days: readonly DayReading[], day: CalendarDay): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.date ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
