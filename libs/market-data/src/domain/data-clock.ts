import { type CalendarDay, shanghaiDayAt } from '#lib/kernel';
import type { TradingCalendar } from './trading-calendar';

/** From this time of the day on, in Shanghai, a bar of the day is final. */
export const FINAL_FROM = '15:45';
/** When the day's data are asked for. */
export const SYNC_AT = '17:30';
/** When the day before is asked for again. */
export const REPAIR_AT = '09:25';

/** Two readings that agree must be this far apart. */
export const AGREE_MS = 10 * 60_000;

/** The instant at which it is `time` (`HH:MM`) of that day in Shanghai. */
export function shanghaiTime(day: CalendarDay, time: string): Date {
  return new Date(`${day}T${time}:00.000+08:00`);
}

/** Whether what was read of a day at an instant may still change because the day is not over. */
export function isProvisional(day: CalendarDay, readAt: Date): boolean {
  return readAt < shanghaiTime(day, FINAL_FROM);
}

/** The last open day whose `time` has passed. */
export function latestDayPast(calendar: TradingCalendar, now: Date, time: string): CalendarDay {
  const today = shanghaiDayAt(now);
  if (calendar.isOpen(today) && now >= shanghaiTime(today, time)) return today;
  return calendar.nthOpenDayBefore(today, 1);
}
