import { calendarDayOf } from '#lib/kernel';
import type { DigestEvent } from './digest-events';
import { type DigestRule, firstSpanMs, isDigestTime } from './digest-time';

const HOUR_MS = 3_600_000;
const at = (time: string, day = '2026-03-04') => new Date(`${day}T${time}+08:00`);
const rule = (event: DigestEvent, time: string): DigestRule => ({
  ...{ id: 1, userId: 1, event, conditions: { at: time }, quietHours: null, channelIds: [1] },
});

it.each<[DigestEvent, string, string, boolean]>([
  ['digest.evening', '21:00', '20:59:59.999', false],
  ['digest.evening', '21:00', '21:00:00', true],
  ['digest.evening', '21:00', '23:59:59.999', true],
  ['digest.evening', '21:00', '00:00:00', false],
  ['digest.morning', '08:45', '08:44:59.999', false],
  ['digest.morning', '08:45', '08:45:00', true],
  ['digest.morning', '08:45', '09:29:59.999', true],
  ['digest.morning', '08:45', '09:30:00', false],
])('%s of %s at %s: %s', (event, time, now, expected) => {
  expect(isDigestTime(rule(event, time), at(now))).toBe(expected);
});

it('a first digest reads from the evening of the open day before', () => {
  const friday = calendarDayOf('2026-02-27');
  const monday = (time: string) => at(time, '2026-03-02');
  expect(firstSpanMs(rule('digest.evening', '21:00'), monday('21:30'), friday)).toBe(72.5 * HOUR_MS);
  expect(firstSpanMs(rule('digest.morning', '08:45'), monday('08:45'), friday)).toBe((2 * 24 + 8.5 + 8.75) * HOUR_MS);
});
