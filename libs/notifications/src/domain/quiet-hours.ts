import { AppError } from '#lib/kernel';
import { msSinceMidnight, readTimeOfDay } from './time-of-day';

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/** @returns the text, `22:00-07:30`. @throws AppError `invalid_input`. */
export function readQuietHours(text: string): string {
  const [from, to] = minutesOf(text);
  if (from === undefined || to === undefined || from === to) {
    const message = 'must be HH:MM-HH:MM, two different times';
    throw AppError.invalid(`quiet_hours ${message}`, [{ field: 'quiet_hours', message }]);
  }
  return text;
}

/**
 * How long to wait for the end of quiet hours, which may cross midnight.
 * @param quietHours `22:00-07:30` in Asia/Shanghai; null: none. @param now By the business clock.
 * @returns ms; 0 outside of them.
 */
export function quietMs(quietHours: string | null, now: Date): number {
  const [from, to] = quietHours === null ? [] : minutesOf(quietHours);
  if (from === undefined || to === undefined) return 0;
  const sinceStart = (msSinceMidnight(now) - from * MINUTE_MS + DAY_MINUTES * MINUTE_MS) % (DAY_MINUTES * MINUTE_MS);
  const length = ((to - from + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  return sinceStart < length ? length - sinceStart : 0;
}

function minutesOf(text: string): [from: number | undefined, to: number | undefined] {
  const [from = '', to = '', ...more] = text.split('-');
  return more.length > 0 ? [undefined, undefined] : [readTimeOfDay(from), readTimeOfDay(to)];
}
