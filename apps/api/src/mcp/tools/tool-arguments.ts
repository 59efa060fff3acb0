import { AppError, type CalendarDay, parseCalendarDay } from '#lib/kernel';
import type { JsonSchema } from '../json-schema';
import { readCursor } from '../page-cursor';

export const CODE: JsonSchema = {
  type: 'string',
  pattern: '^[0-9]{6}$',
  description: 'Code of an A-share of six digits without a market suffix, such as 600519',
};

export const SESSION_ID: JsonSchema = { type: 'integer', minimum: 1, description: 'Id of a tracking session' };

export function dayOf(description: string): JsonSchema {
  return { type: 'string', pattern: String.raw`^\d{4}-\d{2}-\d{2}$`, description: `${description}; YYYY-MM-DD` };
}

export interface PageArguments {
  readonly limit?: number;
  readonly cursor?: string;
}

const DEFAULT_LIMIT = 20;

export const PAGE: Readonly<Record<string, JsonSchema>> = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: DEFAULT_LIMIT, description: 'Items of the page' },
  cursor: { type: 'string', maxLength: 100, description: '`next_cursor` of the page before; left out: the first page' },
};

/** @throws AppError `invalid_input` for a cursor that is none of ours. */
export function readPage({ limit = DEFAULT_LIMIT, cursor }: PageArguments): { limit: number; offset: number } {
  return { limit, offset: readCursor(cursor) };
}

/** @throws AppError `invalid_input` for a day that no calendar has. */
export function readDay(field: string, text: string | undefined): CalendarDay | undefined {
  if (text === undefined) return undefined;
  const day = parseCalendarDay(text);
  if (day !== undefined) return day;
  const message = `${field} must be a day of the calendar, YYYY-MM-DD`;
  throw AppError.invalid(message, [{ field, message }]);
}
