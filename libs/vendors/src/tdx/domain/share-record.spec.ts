import { calendarDayOf } from '#lib/kernel';
import { findReferencePrice, type ShareRecord, toShareCounts } from './share-record';

const record = (day: string, category: number, ...values: number[]): ShareRecord => {
  const [one = 0, two = 0, three = 0, four = 0] = values;
  return { code: '000001', day: calendarDayOf(day), category, values: [one, two, three, four] };
};
const SINCE = calendarDayOf('1990-12-19');

describe('share counts of records', () => {
  it('begin with what the first record says of before, and change with each', () => {
    const counts = toShareCounts(
      [record('2026-06-10', 5, 1000, 2000, 1500, 3000), record('2025-01-06', 3, 800, 2000, 1000, 2000)],
      SINCE,
    );
    expect(counts).toEqual([
      { from: SINCE, floatShares: 8_000_000, totalShares: 20_000_000 },
      { from: '2025-01-06', floatShares: 10_000_000, totalShares: 20_000_000 },
      { from: '2026-06-10', floatShares: 15_000_000, totalShares: 30_000_000 },
    ]);
  });

  it('keep the count before if a record has none', () => {
    const counts = toShareCounts([record('2025-01-06', 3, 800, 2000, 1000, 2000), record('2025-05-06', 8)], SINCE);
    expect(counts.at(-1)).toEqual({ from: '2025-05-06', floatShares: 10_000_000, totalShares: 20_000_000 });
  });

  it('are none without records of shares', () => {
    expect(toShareCounts([record('2025-01-06', 1, 3.5)], SINCE)).toEqual([]);
  });
});

describe('the reference price of an ex-day', () => {
  it.each([
    ['a dividend of 3.5 yuan for 10 shares', 11.5, [[3.5]], 11.15],
    ['10 new shares for 10', 20, [[0, 0, 10]], 10],
    ['5 new ones and a dividend', 11.5, [[3.5, 0, 5]], 7.43],
    ['rights: 3 for 10 at 5 yuan', 10, [[0, 5, 0, 3]], 8.85],
    ['half a fen rounds up', 10.01, [[0, 0, 10]], 5.01],
    ['two ex-days in one suspension', 20, [[0, 0, 10], [1]], 9.9],
  ] as const)('is the last close less %s', (_what, close, records, reference) => {
    const list = records.map((values, at) => record(`2026-06-${10 + at}`, 1, ...values));
    expect(findReferencePrice(close, list)).toBe(reference);
  });

  it('is undefined without an ex-right', () => {
    expect(findReferencePrice(10, [record('2026-06-10', 5, 1, 1, 1, 1)])).toBeUndefined();
  });
});
