import { addDays, type CalendarDay, calendarDayOf } from '#lib/kernel';

/**
 * Weekdays on which the Shanghai, Shenzhen and Beijing exchanges are closed, as their yearly notices publish them
 * (make-up working days at weekends are no trading days, so weekends need no list). `a..b` is a run of days.
 */
const CLOSED_WEEKDAYS: Readonly<Record<number, string>> = {
  2012: '01-02..01-03 01-23..01-27 04-02..04-04 04-30..05-01 06-22 10-01..10-05',
  2013: '01-01..01-03 02-11..02-15 04-04..04-05 04-29..05-01 06-10..06-12 09-19..09-20 10-01..10-04 10-07',
  2014: '01-01 01-31 02-03..02-06 04-07 05-01..05-02 06-02 09-08 10-01..10-03 10-06..10-07',
  2015: '01-01..01-02 02-18..02-20 02-23..02-24 04-06 05-01 06-22 09-03..09-04 10-01..10-02 10-05..10-07',
  2016: '01-01 02-08..02-12 04-04 05-02 06-09..06-10 09-15..09-16 10-03..10-07',
  2017: '01-02 01-27 01-30..02-02 04-03..04-04 05-01 05-29..05-30 10-02..10-06',
  2018: '01-01 02-15..02-16 02-19..02-21 04-05..04-06 04-30..05-01 06-18 09-24 10-01..10-05 12-31',
  2019: '01-01 02-04..02-08 04-05 05-01..05-03 06-07 09-13 10-01..10-04 10-07',
  2020: '01-01 01-24 01-27..01-31 04-06 05-01 05-04..05-05 06-25..06-26 10-01..10-02 10-05..10-08',
  2021: '01-01 02-11..02-12 02-15..02-17 04-05 05-03..05-05 06-14 09-20..09-21 10-01 10-04..10-07',
  2022: '01-03 01-31..02-04 04-04..04-05 05-02..05-04 06-03 09-12 10-03..10-07',
  2023: '01-02 01-23..01-27 04-05 05-01..05-03 06-22..06-23 09-29 10-02..10-06',
  2024: '01-01 02-09 02-12..02-16 04-04..04-05 05-01..05-03 06-10 09-16..09-17 10-01..10-04 10-07',
  2025: '01-01 01-28..01-31 02-03..02-04 04-04 05-01..05-02 05-05 06-02 10-01..10-03 10-06..10-08',
  2026: '01-01..01-02 02-16..02-20 02-23 04-06 05-01 05-04..05-05 06-19 09-25 10-01..10-02 10-05..10-07',
};

const YEARS = Object.keys(CLOSED_WEEKDAYS).sort();

/** First and last day of the published years. */
export const PUBLISHED_FROM = calendarDayOf(`${YEARS[0] ?? ''}-01-01`);
export const PUBLISHED_THROUGH = calendarDayOf(`${YEARS.at(-1) ?? ''}-12-31`);

/** Every published closure that falls on a weekday, oldest first. */
export function publishedClosures(): CalendarDay[] {
  return YEARS.flatMap((year) =>
    (CLOSED_WEEKDAYS[Number(year)] ?? '').split(' ').flatMap((run) => listDaysOfRun(year, run)),
  );
}

function listDaysOfRun(year: string, run: string): CalendarDay[] {
  const [first = '', last = first] = run.split('..');
  const end = calendarDayOf(`${year}-${last}`);
  const days: CalendarDay[] = [];
  for (let day = calendarDayOf(`${year}-${first}`); day <= end; day = addDays(day, 1)) days.push(day);
  return days;
}
