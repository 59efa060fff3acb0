import fc from 'fast-check';
import { addDays, type CalendarDay, calendarDayOf, isoWeekday, mondayOf } from '#lib/kernel';
import { TradingCalendar } from '#lib/market-data';
import { beforeEntryProblem, tradeDateProblem, weekEndDateProblem } from './record-days';

const calendar = TradingCalendar.published();
const FAR = calendarDayOf('2999-12-01');
const day = calendarDayOf;

const anyDay = (from: string, to: string): fc.Arbitrary<CalendarDay> => {
  const days: CalendarDay[] = [];
  for (let next = day(from); next <= to; next = addDays(next, 1)) days.push(next);
  return fc.constantFrom(...days);
};

describe('a trade date', () => {
  it.each([
    ['2026-02-13', true], // Friday before the Spring Festival
    ['2026-02-14', false], // Saturday, a make-up working day
    ['2026-02-16', false],
    ['2026-02-20', false],
    ['2026-02-23', false],
    ['2026-02-24', true],
    ['2025-09-30', true],
    ['2025-10-01', false],
    ['2025-10-08', false],
    ['2025-10-09', true],
    ['2024-02-29', true],
    ['2025-12-31', true],
    ['2026-01-02', false],
  ])('%s is valid: %s', (text, passes) => {
    expect(tradeDateProblem(calendar, day(text), FAR) === undefined).toBe(passes);
  });

  it('is an open day up to today, and nothing else', () => {
    fc.assert(
      fc.property(anyDay('2015-01-01', '2026-12-31'), anyDay('2015-01-01', '2026-12-31'), (date, today) => {
        const passes = tradeDateProblem(calendar, date, today) === undefined;
        expect(passes).toBe(calendar.isOpen(date) && date <= today);
      }),
    );
  });

  it('is valid on every weekday beyond the known calendar', () => {
    expect(calendar.isKnown(day('2027-01-01'))).toBe(false);
    expect(tradeDateProblem(calendar, day('2027-01-01'), FAR)).toBeUndefined();
    expect(tradeDateProblem(calendar, day('2027-01-02'), FAR)).toContain('closed');
  });
});

describe('a week end date', () => {
  it.each([
    ['2025-12-19', true],
    ['2025-12-18', false],
    ['2025-12-20', false],
    ['2025-09-30', true], // Tuesday: the rest of the week is the National Day holiday
    ['2025-10-03', false],
    ['2025-10-10', true],
    ['2025-10-09', false],
    ['2026-02-13', true],
    ['2026-02-20', false], // the whole week is closed
    ['2026-02-27', true],
    ['2025-05-30', true],
    ['2024-06-07', true],
    ['2024-04-03', true], // Wednesday: Thursday and Friday were holidays
    ['2024-02-29', false],
    ['2024-03-01', true],
    ['2025-12-31', true], // 2026-W01: Thursday and Friday are closed
    ['2026-01-02', false],
    ['2020-12-31', true], // 2020-W53: Friday was New Year
    ['2021-01-01', false],
  ])('%s is valid: %s', (text, passes) => {
    expect(weekEndDateProblem(calendar, day(text), FAR) === undefined).toBe(passes);
  });

  it('is, in the known calendar, the one last open day of its week', () => {
    fc.assert(
      fc.property(anyDay('2015-01-05', '2026-12-27'), (any) => {
        const monday = mondayOf(any);
        const week = [0, 1, 2, 3, 4, 5, 6].map((offset) => addDays(monday, offset));
        const passing = week.filter((date) => weekEndDateProblem(calendar, date, FAR) === undefined);
        const open = week.filter((date) => calendar.isOpen(date));
        expect(passing).toEqual(open.slice(-1));
      }),
    );
  });

  it('may lie ahead in the running week, never beyond', () => {
    fc.assert(
      fc.property(anyDay('2015-01-05', '2026-12-20'), anyDay('2015-01-05', '2026-12-20'), (any, today) => {
        const last = calendar.lastOpenDayOfIsoWeek(any);
        fc.pre(last !== undefined);
        const passes = weekEndDateProblem(calendar, last, today) === undefined;
        expect(passes).toBe(mondayOf(any) <= mondayOf(today));
      }),
    );
  });

  it('is any weekday beyond the known calendar, and a known open day of the week in which it ends', () => {
    // The calendar ends on Thursday 2026-12-31; whether Friday is open nobody has published.
    for (const text of ['2026-12-31', '2027-01-01', '2027-01-04', '2027-01-08']) {
      expect(weekEndDateProblem(calendar, day(text), FAR)).toBeUndefined();
    }
    expect(weekEndDateProblem(calendar, day('2026-12-30'), FAR)).toContain('2026-12-31');
    expect(weekEndDateProblem(calendar, day('2027-01-09'), FAR)).toContain('closed');
  });
});

it('a Monday is the Monday of its own ISO week', () => {
  fc.assert(
    fc.property(anyDay('2019-12-01', '2022-02-01'), (any) => {
      const monday = mondayOf(any);
      expect(isoWeekday(monday)).toBe(1);
      expect(monday <= any && any <= addDays(monday, 6)).toBe(true);
    }),
  );
});

it('the entry date itself is valid, the day before is not', () => {
  expect(beforeEntryProblem('trade_date', day('2025-12-19'), day('2025-12-19'))).toBeUndefined();
  expect(beforeEntryProblem('trade_date', day('2025-12-18'), day('2025-12-19'))).toContain('trade_date');
});
