import fc from 'fast-check';
import { addDays, calendarDayOf } from '#lib/kernel';
import { formatBackupName, parseBackupName, selectDaysToRemove } from './kept-backups';

const KEEP = { days: 7, weeks: 4 };
/** A Monday. */
const FIRST = calendarDayOf('2026-09-07');
const nights = (count: number) => Array.from({ length: count }, (_, at) => addDays(FIRST, at));
const kept = (days: readonly ReturnType<typeof calendarDayOf>[]) => {
  const removed = selectDaysToRemove(days, KEEP);
  return days.filter((day) => !removed.includes(day));
};

it('seven days are kept, and the newest of each of four weeks', () => {
  // Ends with Wednesday, the 21st of October: of this week and the one before, the newest are among the seven.
  expect(kept(nights(45))).toEqual([
    ...['2026-10-04', '2026-10-11'],
    ...['2026-10-15', '2026-10-16', '2026-10-17', '2026-10-18', '2026-10-19', '2026-10-20', '2026-10-21'],
  ]);
});

it('the same night after night keeps the same backups as all at once', () => {
  let there: ReturnType<typeof calendarDayOf>[] = [];
  for (const day of nights(60)) {
    there = kept([...there, day]);
    expect(there.length).toBeLessThanOrEqual(KEEP.days + KEEP.weeks);
  }
  expect(there).toEqual(kept(nights(60)));
});

it('nothing is removed that is not replaced: a machine that is on now and then keeps its backups', () => {
  const rare = [0, 10, 40, 70].map((at) => addDays(FIRST, at));
  expect(selectDaysToRemove(rare, KEEP)).toEqual([]);
});

it('the newest is always kept, and never more than configured', () => {
  const dayLists = fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(dayLists, fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 6 }), (ats, days, weeks) => {
      const list = ats.map((at) => addDays(FIRST, at));
      const removed = new Set(selectDaysToRemove(list, { days, weeks }));
      const left = list.filter((day) => !removed.has(day)).sort();
      expect(left.at(-1)).toBe([...list].sort().at(-1));
      expect(left.length).toBeLessThanOrEqual(days + weeks);
      expect(left.length).toBeGreaterThanOrEqual(Math.min(days, list.length));
    }),
  );
});

it('the program recognizes its own files by their names', () => {
  expect(parseBackupName(formatBackupName(FIRST))).toBe(FIRST);
  for (const name of ['notes.txt', 'stock-cycle-2026-02-30.backup', 'stock-cycle-2026-09-07.backup.host.1.part']) {
    expect(parseBackupName(name)).toBeUndefined();
  }
});
