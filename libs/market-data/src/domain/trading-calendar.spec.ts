import fc from 'fast-check';
import { addDays, type CalendarDay, calendarDayFromEpochDay, calendarDayOf, epochDayOf, isoWeekday } from '#lib/kernel';
import { TradingCalendar } from './trading-calendar';

const day = calendarDayOf;
const published = TradingCalendar.published();
const anyDay = fc
  .integer({ min: epochDayOf(day('2011-06-01')), max: epochDayOf(day('2028-06-01')) })
  .map(calendarDayFromEpochDay);

describe('the trading calendar', () => {
  it('closes on the published holidays and at weekends', () => {
    expect(published.isOpen(day('2024-02-08'))).toBe(true);
    expect(published.isOpen(day('2024-02-09'))).toBe(false);
    expect(published.isOpen(day('2024-02-19'))).toBe(true);
    // A Sunday that people work to make up for the Spring Festival: the exchanges stay closed.
    expect(published.isOpen(day('2024-02-04'))).toBe(false);
  });

  it('counts weekdays as open beyond the published years', () => {
    expect(published.knownThrough).toBe('2026-12-31');
    expect(published.isKnown(day('2027-01-01'))).toBe(false);
    expect(published.isOpen(day('2027-01-01'))).toBe(true);
    expect(published.isOpen(day('2027-01-02'))).toBe(false);
    expect(published.isOpen(day('2014-10-01'))).toBe(false);
    expect(published.isOpen(day('2011-10-03'))).toBe(true);
  });

  it('has as many open days a year as the exchange had', () => {
    const counts = [2012, 2013, 2014, 2015, 2018, 2020, 2022, 2025, 2026].map((year) =>
      published.countOpenDays(day(`${year}-01-01`), day(`${year}-12-31`)),
    );
    expect(counts).toEqual([243, 238, 245, 244, 243, 243, 242, 243, 242]);
  });

  it('finds the last open day of a week that ends in a holiday', () => {
    expect(published.lastOpenDayOfIsoWeek(day('2024-02-05'))).toBe('2024-02-08');
    expect(published.lastOpenDayOfIsoWeek(day('2024-02-11'))).toBe('2024-02-08');
    expect(published.lastOpenDayOfIsoWeek(day('2024-02-14'))).toBeUndefined();
    expect(published.lastOpenDayOfIsoWeek(day('2024-05-08'))).toBe('2024-05-10');
  });

  it('goes back over holidays', () => {
    expect(published.openDaysBefore(day('2024-02-20'), 3)).toEqual(['2024-02-07', '2024-02-08', '2024-02-19']);
    expect(published.nthOpenDayBefore(day('2024-02-19'), 1)).toBe('2024-02-08');
    expect(published.latestOpenDay(day('2024-02-18'))).toBe('2024-02-08');
    expect(published.latestOpenDay(day('2024-02-19'))).toBe('2024-02-19');
  });

  it('stops at the first day of the exchange', () => {
    expect(published.openDaysBefore(day('1990-12-21'), 360)).toEqual(['1990-12-19', '1990-12-20']);
    expect(published.lastOpenDayOfIsoWeek(day('1990-12-19'))).toBe('1990-12-21');
  });

  it('gives imported days priority, and grows by those that join', () => {
    const calendar = published.with([
      { day: day('2024-05-06'), isOpen: false },
      { day: day('2024-02-09'), isOpen: true },
      { day: day('2027-01-01'), isOpen: false },
      { day: day('2027-01-04'), isOpen: true },
      { day: day('2027-03-01'), isOpen: false },
    ]);
    expect(calendar.isOpen(day('2024-05-06'))).toBe(false);
    expect(calendar.isOpen(day('2024-02-09'))).toBe(true);
    expect(calendar.isOpen(day('2027-01-01'))).toBe(false);
    expect(calendar.isOpen(day('2027-03-01'))).toBe(false);
    expect(calendar.knownThrough).toBe('2027-01-04');
    expect(published.isOpen(day('2024-05-06'))).toBe(true);
  });

  it('is consistent: lists, counts and single days agree', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 500 }), (from, length) => {
        const to = addDays(from, length);
        const listed = published.openDaysBetween(from, to);
        const single: CalendarDay[] = [];
        for (let at = from; at <= to; at = addDays(at, 1)) if (published.isOpen(at)) single.push(at);
        expect(listed).toEqual(single);
        expect(published.countOpenDays(from, to)).toBe(listed.length);
        expect(listed.every((open) => isoWeekday(open) <= 5)).toBe(true);
      }),
    );
  });

  it('finds n open days before a day, the nth of them first, and none between', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 1, max: 400 }), (from, n) => {
        const before = published.openDaysBefore(from, n);
        expect(before).toHaveLength(n);
        expect(before[0]).toBe(published.nthOpenDayBefore(from, n));
        expect(before).toEqual(published.openDaysBetween(before[0] ?? from, addDays(from, -1)));
      }),
    );
  });
});
