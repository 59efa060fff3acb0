import { MIN_DAY, parseCalendarDay, parseDayFrom } from '#lib/kernel';
import { isNothing } from './amount';
import { type ReadResult, quoteValue } from './read-result';

const INSTANT =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)\s?(Z|[+-][0-9]{2}:?[0-9]{2}|UTC)?$/;
const DAY = /^([0-9]{4})[-/.]?([0-9]{2})[-/.]?([0-9]{2})(?=$|[T ])/;
const UNIX_SECONDS = /^[0-9]{9,10}$/;

/** Days of `2024-01-31`, `2024/01/31`, `20240131`, of an instant, or of Unix seconds; undefined if the text is none. */
export function parseDay(text: string, first: string = MIN_DAY): string | undefined {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (year !== undefined) return parseDayFrom(first, `${year}-${month ?? ''}-${day ?? ''}`);
  if (!UNIX_SECONDS.test(text)) return undefined;
  return parseDayFrom(first, new Date(Number(text) * 1000).toISOString().slice(0, 10));
}

/** A cell as a day, not before `first`; nothing is null. */
export function readDay(what: string, cell: string, first?: string): ReadResult<string | null> {
  if (isNothing(cell)) return { value: null };
  const value = parseDay(cell.trim(), first);
  return value === undefined
    ? { problem: `${what} must be a calendar day YYYY-MM-DD; received ${quoteValue(cell)}` }
    : { value };
}

/** A cell as an instant in UTC, ISO 8601 with milliseconds; a day alone is its midnight, no zone is UTC; nothing is null. */
export function readInstant(what: string, cell: string): ReadResult<string | null> {
  if (isNothing(cell)) return { value: null };
  const text = cell.trim();
  const [, day, time, zone] = INSTANT.exec(text) ?? [];
  if (day !== undefined && time !== undefined && parseCalendarDay(day) !== undefined) {
    const offset = zone === undefined || zone === 'UTC' ? 'Z' : zone.replace(/^([+-]..):?(..)$/, '$1:$2');
    const ms = Date.parse(`${day}T${time}${offset}`);
    if (!Number.isNaN(ms)) return { value: new Date(ms).toISOString() };
  }
  const whole = parseDay(text);
  if (whole !== undefined && text.length <= 10) return { value: `${whole}T00:00:00.000Z` };
  return { problem: `${what} must be an instant such as 2026-05-01T08:00:00Z; received ${quoteValue(cell)}` };
}
