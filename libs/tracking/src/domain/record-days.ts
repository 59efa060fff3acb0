import { addDays, type CalendarDay, mondayOf } from '#lib/kernel';

/** The exchange's calendar as far as it is known; beyond, `isOpen` guesses by the weekday. */
export interface OpenDays {
  isOpen(day: CalendarDay): boolean;
  isKnown(day: CalendarDay): boolean;
}

/** Why `day` can't be a daily record's trade date today, or undefined where it can. */
export function tradeDateProblem(calendar: OpenDays, day: CalendarDay, today: CalendarDay): string | undefined {
  if (day > today) return `trade_date must not be after today (${today}); received "${day}"`;
  if (!calendar.isOpen(day)) return `trade_date must be an open trading day; the exchanges are closed on "${day}"`;
  return undefined;
}

/** Why `day` can't be a weekly record's week end date today, or undefined where it can. */
export function weekEndDateProblem(calendar: OpenDays, day: CalendarDay, today: CalendarDay): string | undefined {
  const runningWeek = mondayOf(today);
  if (mondayOf(day) > runningWeek) {
    return `week_end_date must not be after the running week (it ends on ${addDays(runningWeek, 6)}); received "${day}"`;
  }
  const wanted = 'week_end_date must be the last open trading day of its week (Monday to Sunday)';
  if (!calendar.isOpen(day)) return `${wanted}; the exchanges are closed on "${day}"`;
  const later = laterOpenDay(calendar, day);
  return later === undefined ? undefined : `${wanted}, here ${later}; received "${day}"`;
}

/** Why a record of `day` can't belong to a session that was entered on `entryDate`. */
export function beforeEntryProblem(field: string, day: CalendarDay, entryDate: CalendarDay): string | undefined {
  return day < entryDate
    ? `${field} must not be before the session's entry date (${entryDate}); received "${day}"`
    : undefined;
}

/** The last day of the week after `day` that is known to be open. */
function laterOpenDay(calendar: OpenDays, day: CalendarDay): CalendarDay | undefined {
  const friday = addDays(mondayOf(day), 4);
  for (let later = friday; later > day; later = addDays(later, -1)) {
    if (calendar.isKnown(later) && calendar.isOpen(later)) return later;
  }
  return undefined;
}
