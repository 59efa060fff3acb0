import fc from 'fast-check';
import { addDays, calendarDayFromEpochDay, calendarDayOf, epochDayOf } from '#lib/kernel';
import { type ReviewDue, reviewWindow } from './session-review';

const TODAY = calendarDayOf('2026-03-10');

describe('reviewWindow', () => {
  it.each([
    ['today', { unset: true, after: undefined, until: TODAY }],
    ['1', { unset: true, after: undefined, until: TODAY }],
    ['due', { unset: true, after: undefined, until: TODAY }],
    ['7d', { unset: false, after: TODAY, until: '2026-03-17' }],
    ['14d', { unset: false, after: TODAY, until: '2026-03-24' }],
    ['30d', { unset: false, after: TODAY, until: '2026-04-09' }],
    ['180d', { unset: false, after: TODAY, until: '2026-09-06' }],
    ['360d', { unset: false, after: TODAY, until: '2027-03-05' }],
    ['before', { unset: false, after: TODAY, until: undefined }],
    ['not_due', { unset: false, after: TODAY, until: undefined }],
    ['recorded', undefined],
  ] as const)('returns the window of %s', (due, expected) => {
    expect(reviewWindow(due, TODAY)).toEqual(expected);
  });

  it('counts calendar days over a leap day', () => {
    expect(reviewWindow('7d', calendarDayOf('2028-02-25'))?.until).toBe('2028-03-03');
  });

  it('divides every day into due and not due, and the windows of days are nested', () => {
    const days = fc.integer({ min: 20_000, max: 22_000 }).map(calendarDayFromEpochDay);
    fc.assert(
      fc.property(days, days, (today, day) => {
        const within = (due: ReviewDue): boolean => {
          const window = reviewWindow(due, today);
          return (
            window === undefined ||
            ((window.after === undefined || day > window.after) && (window.until === undefined || day <= window.until))
          );
        };
        expect(within('due')).toBe(!within('not_due'));
        const spans = (['7d', '14d', '30d', '180d', '360d'] as const).map(within);
        expect(spans).toEqual([...spans].sort());
        expect(within('7d')).toBe(day > today && epochDayOf(day) - epochDayOf(today) <= 7);
        expect(within('recorded')).toBe(true);
      }),
    );
  });

  it('ends a window exactly N days on', () => {
    expect(reviewWindow('30d', TODAY)?.until).toBe(addDays(TODAY, 30));
  });
});
