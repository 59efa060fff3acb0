import { type CalendarDay, mondayOf, parseCalendarDay } from '#lib/kernel';

/** How many backups stay: the newest of so many days, and the newest of so many weeks. */
export interface BackupKeep {
  readonly days: number;
  readonly weeks: number;
}

const NAME = /^stock-cycle-(\d{4}-\d{2}-\d{2})\.backup$/;

/** The file of a day's backup. */
export function formatBackupName(day: CalendarDay): string {
  return `stock-cycle-${day}.backup`;
}

/** @returns undefined if the file is none of ours. */
export function parseBackupName(name: string): CalendarDay | undefined {
  const day = NAME.exec(name)?.[1];
  return day === undefined ? undefined : parseCalendarDay(day);
}

/**
 * The days whose backup may go. Kept are the newest `days`, and the newest one of each of the newest `weeks` (Monday to
 * Sunday) that have any; so a machine that is on once a month keeps four months, and never less than it has.
 */
export function selectDaysToRemove(days: readonly CalendarDay[], keep: BackupKeep): CalendarDay[] {
  const newestFirst = [...new Set(days)].sort().reverse();
  const newestOfWeek = new Map<CalendarDay, CalendarDay>();
  for (const day of newestFirst) {
    const monday = mondayOf(day);
    if (!newestOfWeek.has(monday)) newestOfWeek.set(monday, day);
  }
  const kept = new Set([...newestFirst.slice(0, keep.days), ...[...newestOfWeek.values()].slice(0, keep.weeks)]);
  return newestFirst.filter((day) => !kept.has(day)).reverse();
}
