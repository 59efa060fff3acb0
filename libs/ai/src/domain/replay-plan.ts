import type { CalendarDay } from '#lib/kernel';

/** Bounds of one replay: a question is a model on a day of a stock. */
export const REPLAY_BOUNDS = { stocks: 200, openDays: 250, every: 60, questions: 20_000 } as const;

/** The part of the trading calendar that a plan needs. */
interface OpenDays {
  openDaysBetween(from: CalendarDay, to: CalendarDay): CalendarDay[];
  lastOpenDayOfIsoWeek(day: CalendarDay): CalendarDay | undefined;
}

export interface ReplayRange {
  kind: 'daily' | 'weekly';
  from: CalendarDay;
  to: CalendarDay;
  /** Every how many days, or weeks. */
  every: number;
}

/** The days of a replay, oldest first: open days, or the last open day of each week, every so many. */
export function replayDays({ kind, from, to, every }: ReplayRange, calendar: OpenDays): CalendarDay[] {
  const open = calendar.openDaysBetween(from, to);
  const days = kind === 'daily' ? open : open.filter((day) => calendar.lastOpenDayOfIsoWeek(day) === day);
  return days.filter((_, index) => index % every === 0);
}
