import { calendarDayOf } from '#lib/kernel';
import { type ShareRecord, toExRights, toShareCounts } from './share-record';

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

it('an ex-right has the decimal numbers that its 32-bit fractions stand for', () => {
  const values = [3.65, 0, 4.5, 0].map(Math.fround);
  expect(toExRights([record('2026-06-10', 1, ...values), record('2026-06-11', 5, 1, 1, 1, 1)])).toEqual([
    { code: '000001', exDate: '2026-06-10', cash: 3.65, rightsPrice: 0, bonus: 4.5, rights: 0 },
  ]);
});
