const DAY_MS = 86_400_000;
const SHANGHAI_AHEAD_MS = 8 * 3_600_000;

/** `YYYY-MM-DD`, so many days on. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The calendar year of an instant in Shanghai. */
export function yearInShanghai(instant: string): number {
  return new Date(Date.parse(instant) + SHANGHAI_AHEAD_MS).getUTCFullYear();
}

/** 0 is Monday. */
export function getWeekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The Monday of a day's week. */
export function toMonday(day: string): string {
  return addDays(day, -getWeekday(day));
}

/** Calendar days from one day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}
