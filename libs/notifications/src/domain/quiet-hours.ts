import { AppError } from '#lib/kernel';

const FORM = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;
const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;
/** Asia/Shanghai has had no other offset since 1991. */
const SHANGHAI_MS = 8 * 3_600_000;

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
  const sinceMidnight = (now.getTime() + SHANGHAI_MS) % (DAY_MINUTES * MINUTE_MS);
  const sinceStart = (sinceMidnight - from * MINUTE_MS + DAY_MINUTES * MINUTE_MS) % (DAY_MINUTES * MINUTE_MS);
  const length = ((to - from + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
  return sinceStart < length ? length - sinceStart : 0;
}

function minutesOf(text: string): [from: number | undefined, to: number | undefined] {
  const [, fromHour, fromMinute, toHour, toMinute] = FORM.exec(text) ?? [];
  if (fromHour === undefined) return [undefined, undefined];
  return [Number(fromHour) * 60 + Number(fromMinute), Number(toHour) * 60 + Number(toMinute)];
}
