import fc from 'fast-check';
import { calendarDayOf } from '#lib/kernel';
import { TradingCalendar, AGREE_MS, isProvisional, latestDayPast, shanghaiTime } from '#lib/market-data';
import { firstSameAt, isEnough, isSettled, nextReadingAt } from './reading';

const DAY = calendarDayOf('2024-01-11');
const at = (time: string, day = DAY) => shanghaiTime(day, time);

/** The readings of a day, one after another, as the units keep them. */
function afterReadings(readings: readonly { at: Date; rows: number; total: number }[]) {
  let since = new Date(0);
  for (const [index, reading] of readings.entries()) {
    const before = readings[index - 1];
    since = firstSameAt(DAY, reading, before === undefined ? undefined : { ...before, firstSameAt: since });
  }
  const last = readings.at(-1);
  if (last === undefined) throw new Error('no reading');
  return { day: DAY, fetchedAt: last.at, firstSameAt: since };
}

const full = (time: string, day = DAY) => ({ at: at(time, day), rows: 100, total: 1 });

describe('isEnough', () => {
  it.each([
    [95, 100, true],
    [94, 100, false],
    [0, 0, false],
    [1, 0, true],
    [0, 5, false],
  ])('%d of %d: %s', (arrived, expected, enough) => {
    expect(isEnough(arrived, expected)).toBe(enough);
  });
});

describe('a day', () => {
  it.each([
    ['read once on its day', [full('17:30')], true, false],
    ['read twice, nine minutes apart', [full('17:30'), full('17:39')], true, false],
    ['read twice, ten minutes apart', [full('17:30'), full('17:40')], true, true],
    ['read twice alike but short', [full('17:30'), full('17:40')], false, false],
    ['read before 15:45 and after', [full('15:40'), full('15:50')], true, false],
    ['with another amount the second time', [{ ...full('17:30'), total: 2 }, full('17:40')], true, false],
    [
      'with another amount, then twice alike',
      [{ ...full('17:20'), total: 2 }, full('17:30'), full('17:40')],
      true,
      true,
    ],
    ['read once the next morning', [full('09:25', calendarDayOf('2024-01-12'))], true, true],
    ['read once the next morning, short', [full('09:25', calendarDayOf('2024-01-12'))], false, false],
    [
      'read twice later, short',
      [full('09:25', calendarDayOf('2024-01-12')), full('09:35', calendarDayOf('2024-01-12'))],
      false,
      true,
    ],
  ])('%s: settled %#', (_what, readings, enough, settled) => {
    expect(isSettled(afterReadings(readings), enough, true)).toBe(settled);
  });

  it('is never settled by what came before 15:45, and by bars on their day only after two final readings', () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 9 * 60, max: 23 * 60 + 59 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        minutes,
        fc.array(fc.integer({ min: 1, max: 2 }), { minLength: 6, maxLength: 6 }),
        (times, totals) => {
          const readings = times
            .sort((one, other) => one - other)
            .map((minute, index) => ({
              at: new Date(at('00:00').getTime() + minute * 60_000),
              rows: 100,
              total: totals[index] ?? 1,
            }));
          const last = readings.at(-1);
          const agreeing = readings.findLastIndex(({ total }) => total !== last?.total) + 1;
          const final = readings.slice(agreeing).filter((reading) => !isProvisional(DAY, reading.at));
          const span = (last?.at.getTime() ?? 0) - (final[0]?.at.getTime() ?? Number.POSITIVE_INFINITY);
          expect(isSettled(afterReadings(readings), true, true)).toBe(final.length > 0 && span >= AGREE_MS);
        },
      ),
    );
  });

  it('is read again ten minutes after the first of the readings that agree', () => {
    const once = afterReadings([full('17:30')]);
    expect(nextReadingAt(once, at('17:31'))).toEqual(at('17:40'));
    expect(nextReadingAt(afterReadings([full('14:00')]), at('15:00'))).toBeUndefined();
    expect(nextReadingAt(afterReadings([full('14:00')]), at('16:00'))).toEqual(at('15:45'));
    expect(nextReadingAt(afterReadings([full('17:30'), full('17:40')]), at('17:41'))).toEqual(at('17:50'));
  });
});

describe('latestDayPast', () => {
  const calendar = TradingCalendar.published();
  it.each([
    ['2024-01-11', '17:29', '2024-01-10'],
    ['2024-01-11', '17:30', '2024-01-11'],
    ['2024-01-12', '00:10', '2024-01-11'],
    ['2024-01-14', '20:00', '2024-01-12'],
    ['2024-02-14', '20:00', '2024-02-08'],
  ])('%s %s: %s', (day, time, slot) => {
    expect(latestDayPast(calendar, at(time, calendarDayOf(day)), '17:30')).toBe(slot);
  });
});
