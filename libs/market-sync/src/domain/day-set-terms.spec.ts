import { calendarDayOf } from '#lib/kernel';
import { shanghaiTime } from '#lib/market-data';
import { mayHaveCome, readyLaterAt } from './day-set-terms';

const DAY = calendarDayOf('2024-01-11');
const NEXT = calendarDayOf('2024-01-12');
const TERMS = { firstDay: calendarDayOf('2023-09-11'), readyAt: '18:00' };
const at = (time: string, day = DAY) => shanghaiTime(day, time);

describe('a data set with terms', () => {
  it('may have come from its time of the day on, and on all later days', () => {
    expect(mayHaveCome(TERMS, DAY, at('17:59'))).toBe(false);
    expect(mayHaveCome(TERMS, DAY, at('18:00'))).toBe(true);
    expect(mayHaveCome(TERMS, DAY, at('09:25', NEXT))).toBe(true);
  });

  it('has nothing of the days before its first one', () => {
    expect(mayHaveCome(TERMS, calendarDayOf('2023-09-08'), at('18:00'))).toBe(false);
    expect(mayHaveCome(TERMS, calendarDayOf('2023-09-11'), at('18:00'))).toBe(true);
    expect(mayHaveCome({ ...TERMS, firstDay: null }, calendarDayOf('1999-01-04'), at('18:00'))).toBe(true);
  });

  it('is waited for in the evening of its day alone', () => {
    expect(readyLaterAt(TERMS, DAY, at('17:29'))).toBeUndefined();
    expect(readyLaterAt(TERMS, DAY, at('17:30'))).toEqual(at('18:00'));
    expect(readyLaterAt(TERMS, DAY, at('18:00'))).toBeUndefined();
    expect(readyLaterAt(TERMS, DAY, at('17:30', NEXT))).toBeUndefined();
    expect(readyLaterAt({ ...TERMS, firstDay: NEXT }, DAY, at('17:30'))).toBeUndefined();
  });
});

it('a data set without terms comes with the bars', () => {
  expect(mayHaveCome(undefined, DAY, at('09:30'))).toBe(true);
  expect(readyLaterAt(undefined, DAY, at('17:30'))).toBeUndefined();
});
