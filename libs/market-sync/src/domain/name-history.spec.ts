import fc from 'fast-check';
import { addDays, calendarDayOf, type CalendarDay } from '#lib/kernel';
import { type KnownDays, NameHistory } from './name-history';
import type { NamedSpan } from './st-names';

const MONDAY = calendarDayOf('2024-01-01');
const dayNo = (number: number): CalendarDay => addDays(MONDAY, number);

function namesOf(days: readonly (readonly [number, string])[]): Map<CalendarDay, { code: string; name: string }[]> {
  return new Map(days.map(([day, name]) => [dayNo(day), [{ code: '600000', name }]]));
}

describe('NameHistory', () => {
  it('extends the earliest name back to the beginning and the newest one forward', () => {
    const history = new NameHistory([]);
    history.note(namesOf([[5, '甲']]), undefined);
    expect(history.nameOn('600000', dayNo(-400))).toBe('甲');
    expect(history.nameOn('600000', dayNo(400))).toBe('甲');
    expect(history.changedSpans().get('600000')).toHaveLength(1);
  });

  it('splits at a change that a fill going back meets', () => {
    const history = new NameHistory([]);
    history.note(
      namesOf([
        [5, '*ST甲'],
        [6, '*ST甲'],
      ]),
      undefined,
    );
    history.note(
      namesOf([
        [3, '甲'],
        [4, '甲'],
      ]),
      { from: dayNo(5), to: dayNo(6) },
    );
    expect(history.changedSpans().get('600000')).toMatchObject([
      { name: '甲', to: dayNo(4) },
      { name: '*ST甲', from: dayNo(5), to: null },
    ]);
  });

  it('splits at a change that a new day brings', () => {
    const history = new NameHistory([]);
    history.note(namesOf([[5, '甲']]), undefined);
    history.note(namesOf([[6, '乙']]), { from: dayNo(5), to: dayNo(5) });
    expect(history.newestName('600000')).toBe('乙');
    expect(history.nameOn('600000', dayNo(5))).toBe('甲');
  });

  it('changes nothing if the same days come again', () => {
    const history = new NameHistory([]);
    history.note(
      namesOf([
        [1, '甲'],
        [2, '乙'],
      ]),
      undefined,
    );
    const again = new NameHistory([...history.changedSpans().values()].flat());
    again.note(
      namesOf([
        [1, '甲'],
        [2, '乙'],
      ]),
      { from: dayNo(1), to: dayNo(2) },
    );
    expect(again.changedSpans().size).toBe(0);
  });

  it('knows the name of every day that it was told, whatever the order of the loads', () => {
    const market = fc.array(fc.constantFrom('甲', '乙', '丙'), { minLength: 1, maxLength: 12 });
    const order = fc.array(fc.nat(11), { maxLength: 12 });
    fc.assert(
      fc.property(market, order, (names, picks) => {
        const days = [...new Set([...picks.map((pick) => pick % names.length), ...names.keys()])];
        let stored: readonly NamedSpan[] = [];
        let known: KnownDays | undefined;
        while (days.length > 0) {
          const load = days.splice(0, 3);
          const history = new NameHistory(stored);
          history.note(namesOf(load.map((day) => [day, names[day] ?? ''] as const)), known);
          stored = history.changedSpans().get('600000') ?? stored;
          const seen = [...load.map(dayNo), ...(known === undefined ? [] : [known.from, known.to])].sort();
          known = { from: seen[0] ?? MONDAY, to: seen.at(-1) ?? MONDAY };
        }
        const history = new NameHistory(stored);
        return names.every((name, day) => history.nameOn('600000', dayNo(day)) === name);
      }),
    );
  });
});
