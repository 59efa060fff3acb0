import { epochDayOf, MAX_DAY, MIN_DAY } from '#lib/kernel';

const FIRST = epochDayOf(MIN_DAY);
const LAST = epochDayOf(MAX_DAY);
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whole days since 1970-01-01 of a date, without making a Date of each of millions.
 * @returns NaN where there is no such day, or it lies before the first trading day of the exchanges or after 2999.
 */
function dayNumber(year: number, month: number, date: number): number {
  const length = MONTH_LENGTHS[month - 1];
  if (length === undefined || date < 1 || date > (month === 2 && isLeap(year) ? 29 : length)) return NaN;
  // Years counted from March, so that the leap day is the last of its year.
  const marchYear = month > 2 ? year : year - 1;
  const monthFromMarch = (month + 9) % 12;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + date - 1;
  const leaps = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  const number = marchYear * 365 + leaps + dayOfYear - 719_468;
  return number >= FIRST && number <= LAST ? number : NaN;
}

/** As {@link dayNumber}, for a date written as the number YYYYMMDD. */
export function toDayNumber(ymd: number): number {
  return dayNumber(Math.floor(ymd / 10_000), Math.floor(ymd / 100) % 100, ymd % 100);
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
