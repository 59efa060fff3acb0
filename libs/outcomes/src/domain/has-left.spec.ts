import { calendarDayOf } from '#lib/kernel';
import { hasLeft } from './has-left';

it('a stock has left from its last day on, and not before', () => {
  const day = calendarDayOf('2025-03-03');
  expect(hasLeft(day, day)).toBe(true);
  expect(hasLeft(day, calendarDayOf('2025-02-28'))).toBe(false);
  expect(hasLeft(null, day)).toBe(false);
  expect(hasLeft(day, undefined)).toBe(false);
});
