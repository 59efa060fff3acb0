declare const calendarDay: unique symbol;

/** A calendar day as `YYYY-MM-DD`, known to exist and to lie within {@link MIN_DAY} and {@link MAX_DAY}. Days sort as strings. */
export type CalendarDay = string & { readonly [calendarDay]: true };

/** First trading day of the Shanghai Stock Exchange. */
export const MIN_DAY = '1990-12-19' as CalendarDay;
export const MAX_DAY = '2999-12-31' as CalendarDay;

const DAY_MS = 86_400_000;
const SHANGHAI_OFFSET_MS = 8 * 3_600_000;

/**
 * Reads a strict `YYYY-MM-DD`.
 * @returns the day, or `undefined` if the text is of another form, names no real day or lies out of range.
 */
export function parseCalendarDay(text: string): CalendarDay | undefined {
  return parseDayFrom(MIN_DAY, text) as CalendarDay | undefined;
}

/** As {@link parseCalendarDay}, for days that have nothing to do with the exchange and begin with another one. */
export function parseDayFrom(first: string, text: string): string | undefined {
  if (text.length !== 10 || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined;
  const ms = Date.parse(`${text}T00:00:00.000Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text) return undefined;
  return text < first || text > MAX_DAY ? undefined : text;
}

/** Reads a day that our own code or database vouches for. @throws Error on anything else, since that is a bug of ours. */
export function calendarDayOf(text: string): CalendarDay {
  const day = parseCalendarDay(text);
  if (day === undefined) throw new Error(`not a calendar day: ${JSON.stringify(text.slice(0, 40))}`);
  return day;
}

/** Whole days since 1970-01-01. */
export function epochDayOf(day: CalendarDay): number {
  return Date.parse(`${day}T00:00:00.000Z`) / DAY_MS;
}

/** The day that lies `epochDay` days after 1970-01-01. @throws Error out of range. */
export function calendarDayFromEpochDay(epochDay: number): CalendarDay {
  return calendarDayOf(new Date(epochDay * DAY_MS).toISOString().slice(0, 10));
}

export function addDays(day: CalendarDay, days: number): CalendarDay {
  return calendarDayFromEpochDay(epochDayOf(day) + days);
}

/** ISO weekday, Monday 1 to Sunday 7. */
export function isoWeekday(day: CalendarDay): number {
  // 1970-01-01 was a Thursday.
  return ((((epochDayOf(day) + 3) % 7) + 7) % 7) + 1;
}

/** Monday of the ISO week that `day` lies in. */
export function mondayOf(day: CalendarDay): CalendarDay {
  return addDays(day, 1 - isoWeekday(day));
}

/** The calendar day in Asia/Shanghai at an instant. China keeps UTC+8 all year round (no daylight saving since 1991). */
export function shanghaiDayAt(instant: Date): CalendarDay {
  return calendarDayOf(new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10));
}
