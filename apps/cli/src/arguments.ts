import { InvalidArgumentError } from 'commander';
import { type CalendarDay, parseCalendarDay } from '#lib/kernel';

/** Reads an option's `YYYY-MM-DD`. */
export function dayArgument(text: string): CalendarDay {
  const day = parseCalendarDay(text);
  if (day === undefined) throw new InvalidArgumentError('It must be a day such as 2025-12-31.');
  return day;
}

/** Reads an option's decimal number, 0 or more. */
export function amountArgument(text: string): number {
  if (!/^[0-9]{1,12}(\.[0-9]{1,6})?$/.test(text)) throw new InvalidArgumentError('It must be a number, 0 or more.');
  return Number(text);
}

/** Reads an option's or argument's whole number, 1 or more. */
export function countArgument(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}
