import { calendarDayOf } from '#lib/kernel';
import { planFillWindow } from './fill-window';

const DAYS = ['2025-12-17', '2025-12-18', '2025-12-19'].map(calendarDayOf);
const [FIRST, , LAST] = DAYS;

describe('the window of a fill', () => {
  it.each([
    ['nothing exists', [], false, DAYS, LAST, 0],
    ['all exist', DAYS, false, [LAST], LAST, 2],
    ['the newest exists', [LAST], false, DAYS, LAST, 0],
    ['an older one exists', [FIRST], false, DAYS.slice(1), LAST, 1],
    ['the newest exists, only missing ones', [LAST], true, DAYS.slice(0, 2), null, 1],
    ['all exist, only missing ones', DAYS, true, [], null, 3],
  ])('%s', (_name, existing, onlyMissing, dates, overwritable, skipped) => {
    expect(planFillWindow(DAYS, (day) => existing.includes(day), { onlyMissing })).toEqual({
      dates: dates,
      overwritable,
      skipped,
    });
  });

  it('is empty where there is no day', () => {
    expect(planFillWindow([], () => false, { onlyMissing: false })).toEqual({
      dates: [],
      overwritable: null,
      skipped: 0,
    });
  });
});
