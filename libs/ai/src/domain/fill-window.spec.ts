import { calendarDayOf } from '#lib/kernel';
import { planFillWindow } from './fill-window';

const DAYS = ['2025-12-17', '2025-12-18', '2025-12-19'].map(calendarDayOf);
const [FIRST, , LAST] = DAYS;

describe('the window of a fill', () => {
  it.each([
    ['holds all days if no record exists', [], false, DAYS, LAST, 0],
    ['holds the newest day if all records exist', DAYS, false, [LAST], LAST, 2],
    ['holds all days if the newest record exists', [LAST], false, DAYS, LAST, 0],
    ['leaves out an older day with a record', [FIRST], false, DAYS.slice(1), LAST, 1],
    [
      'leaves out the newest day with a record if only missing ones are requested',
      [LAST],
      true,
      DAYS.slice(0, 2),
      null,
      1,
    ],
    ['is empty if all records exist and only missing ones are requested', DAYS, true, [], null, 3],
  ])('%s', (_name, existing, onlyMissing, dates, overwritable, skipped) => {
    expect(planFillWindow(DAYS, (day) => existing.includes(day), { onlyMissing })).toEqual({
      dates: dates,
      overwritable,
      skipped,
    });
  });

  it('is empty without a day', () => {
    expect(planFillWindow([], () => false, { onlyMissing: false })).toEqual({
      dates: [],
      overwritable: null,
      skipped: 0,
    });
  });
});
