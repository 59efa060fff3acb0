import fc from 'fast-check';
import { quietMs, readQuietHours } from './quiet-hours';

const MINUTE_MS = 60_000;
const at = (time: string): Date => new Date(`2026-03-04T${time}:00.000+08:00`);

it.each([
  ['22:00-07:30', '21:59', 0],
  ['22:00-07:30', '22:00', 570],
  ['22:00-07:30', '23:30', 480],
  ['22:00-07:30', '00:00', 450],
  ['22:00-07:30', '07:29', 1],
  ['22:00-07:30', '07:30', 0],
  ['12:00-13:00', '12:15', 45],
  ['12:00-13:00', '11:15', 0],
])('%s at %s: %d minutes', (hours, time, minutes) => {
  expect(quietMs(hours, at(time))).toBe(minutes * MINUTE_MS);
});

it('is never quiet without hours', () => {
  expect(quietMs(null, at('03:00'))).toBe(0);
});

it.each(['', '22:00', '24:00-07:00', '22:60-07:00', '7:00-8:00', '22:00-22:00', '22:00-07:00 '])(
  '%j is refused',
  (text) => {
    expect(() => readQuietHours(text)).toThrow('quiet_hours');
  },
);

it('ends at the end of the hours, whenever it is asked', () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const text = (value: number): string =>
    `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
  fc.assert(
    fc.property(minute, minute, fc.integer({ min: 0, max: 4e12 }), (from, to, now) => {
      fc.pre(from !== to);
      const hours = `${text(from)}-${text(to)}`;
      const wait = quietMs(readQuietHours(hours), new Date(now));
      if (wait === 0) return true;
      const end = new Date(now + wait + 8 * 3_600_000).toISOString().slice(11, 19);
      return end === `${text(to)}:00`;
    }),
  );
});
