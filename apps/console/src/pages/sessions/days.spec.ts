import { daysAfter, daysBetween } from './days';

it('calendar days are counted over months and leap years', () => {
  expect(daysBetween('2026-10-09', '2026-11-20')).toBe(42);
  expect(daysBetween('2026-11-20', '2026-11-18')).toBe(-2);
  expect(daysAfter('2026-11-27', 7)).toBe('2026-12-04');
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29');
});
