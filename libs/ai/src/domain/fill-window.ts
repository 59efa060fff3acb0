import type { CalendarDay } from '#lib/kernel';

/** The dates that a fill requests, and those that it leaves unchanged. */
export interface FillWindow {
  /** Days or week end dates to evaluate, oldest first. */
  dates: CalendarDay[];
  /** The newest one, whose record is overwritten if it exists; null if none may be. */
  overwritable: CalendarDay | null;
  /** Existing records in the window that are left unchanged. */
  skipped: number;
}

/**
 * The days or weeks of a window that a fill evaluates: the missing ones and, unless `onlyMissing`, the newest.
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
