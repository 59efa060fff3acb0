import { dailySlot } from './daily-slot';

it.each([
  // 03:29 and 03:30 in Shanghai.
  ['2026-11-22T19:29:59Z', '03:30', '2026-11-22'],
  ['2026-11-22T19:30:00Z', '03:30', '2026-11-23'],
  ['2026-11-22T15:59:59Z', '00:00', '2026-11-22'],
  ['2026-11-22T16:00:00Z', '00:00', '2026-11-23'],
  // Days later it is one day that is due, the last.
  ['2026-11-30T15:00:00Z', '23:59', '2026-11-29'],
])('at %s a duty of %s is due for %s', (now, at, day) => {
  expect(dailySlot(new Date(now), at)).toBe(day);
});
