import type { CalendarDay } from '#lib/kernel';

/** What a fill asks for and what it leaves alone. */
export interface FillWindow {
  /** Days or week end dates to judge, oldest first. */
  dates: CalendarDay[];
  /** The newest one, whose record is overwritten if it exists; null if none may be. */
  overwritable: CalendarDay | null;
  /** Existing records in the window that are left alone. */
  skipped: number;
}

/**
 * Which days or weeks of a window a fill judges: the missing ones and, unless `onlyMissing`, the newest.
 * @param window Days or week end dates, oldest first.
 */
export function planFillWindow(
  window: readonly CalendarDay[],
  exists: (day: CalendarDay) => boolean,
  { onlyMissing }: { onlyMissing: boolean },
): FillWindow {
  const newest = onlyMissing ? null : (window.at(-1) ?? null);
  const dates = window.filter((day) => day === newest || !exists(day));
  return { dates, overwritable: newest, skipped: window.length - dates.length };
}
