import { type CalendarDay, shanghaiDayAt } from '#lib/kernel';

/**
 * The last day in Shanghai whose time `at` has passed by then: a duty of each day is due once for that day. Whoever looks
 * late, or after days without a worker, finds the same day due, once.
 * @param at `HH:MM`.
 */
export function dailySlot(now: Date, at: string): CalendarDay {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  return shanghaiDayAt(new Date(now.getTime() - (hours * 60 + minutes) * 60_000));
}
