import fc from 'fast-check';
import { bestOfLists, RandomLists, rankAmongLists } from './random-lists';
import { seededRandom } from './statistics/seeded-random';

const dayOf = (cases: number, excess: readonly number[]) => ({ cases, excess: Float64Array.from(excess) });

function draw(days: readonly ReturnType<typeof dayOf>[], seed = 1, count = 1000): Float64Array {
  const lists = new RandomLists(count, 1, seededRandom(seed));
  for (const { cases, excess } of days) lists.addDay([{ held: cases, excess }]);
  return lists.means(0);
}

interface PlainDay {
  /** Of each stock, the excess of both horizons. */
  readonly stocks: readonly (readonly number[])[];
  readonly held: readonly number[];
}

function plainLists(days: readonly PlainDay[], count: number, random: () => number): Float64Array[] {
  const sums = [0, 1].map(() => new Array<number>(count).fill(0));
  const totals = [0, 0];
  for (const { stocks, held } of days) {
    const places = [...stocks.keys()];
    const counts = held.map((each) => Math.min(each, stocks.length));
    for (const horizon of [0, 1]) totals[horizon] = (totals[horizon] ?? 0) + (counts[horizon] ?? 0);
    for (let list = 0; list < count; list += 1) {
      for (let place = 0; place < Math.max(...counts); place += 1) {
        const other = place + Math.floor(random() * (places.length - place));
        [places[place], places[other]] = [places[other] ?? 0, places[place] ?? 0];
      }
      for (const [horizon, row] of sums.entries()) {
        for (const place of places.slice(0, counts[horizon]))
          row[list] = (row[list] ?? 0) + (stocks[place]?.[horizon] ?? 0);
      }
    }
  }
  return sums.map((row, horizon) => {
    const total = totals[horizon] ?? 0;
    return total === 0 ? new Float64Array(0) : Float64Array.from(row, (sum) => sum / total).sort();
  });
}

describe('random lists', () => {
  it('take as many stocks a day as the screen found, none twice', () => {
    // All of a day, whatever the order: every list has the same mean.
    const lists = draw([dayOf(3, [1, 2, 3]), dayOf(1, [10])]);
    expect(new Set(lists)).toEqual(new Set([16 / 4]));
  });

  it('are spread around the mean of the days, weighted by their cases', () => {
    const lists = draw(
      [
        dayOf(2, [0, 1, 2, 3, 4]),
        dayOf(
          6,
          Array.from({ length: 100 }, (_, index) => index / 10),
        ),
      ],
      3,
    );
    const mean = lists.reduce((sum, each) => sum + each, 0) / lists.length;
    expect(mean).toBeCloseTo((2 * 2 + 6 * 4.95) / 8, 0);
    expect(lists).toEqual(lists.slice().sort());
    expect((lists.at(-1) ?? 0) - (lists[0] ?? 0)).toBeGreaterThan(2);
  });

  it('pick each stock as often as another', () => {
    const counts = new Map<number, number>();
    for (const value of draw([dayOf(1, [0, 1, 2, 3])], 9, 20_000)) counts.set(value, (counts.get(value) ?? 0) + 1);
    expect([...counts.keys()]).toEqual([0, 1, 2, 3]);
    for (const count of counts.values()) expect(Math.abs(count - 5000)).toBeLessThan(300);
  });

  it('are the same for the same seed', () => {
    const days = [dayOf(2, [1, 5, 2, 8, 3])];
    expect(draw(days, 4)).toEqual(draw(days, 4));
    expect(draw(days, 4, 50)).not.toEqual(draw(days, 5, 50));
  });

  it('are those of a plain draw that adds up in the same order, over all horizons', () => {
    const value = fc.double({ noNaN: true, min: -1, max: 1 });
    const day = fc
      .array(fc.tuple(value, value), { minLength: 1, maxLength: 12 })
      .chain((stocks) => fc.record({ stocks: fc.constant(stocks), held: fc.tuple(fc.nat(15), fc.nat(15)) }));
    fc.assert(
      fc.property(fc.array(day, { maxLength: 5 }), fc.nat(), (days, seed) => {
        const lists = new RandomLists(7, 2, seededRandom(seed));
        for (const { stocks, held } of days) {
          lists.addDay(
            [0, 1].map((h) => ({ held: held[h] ?? 0, excess: Float64Array.from(stocks, (each) => each[h] ?? 0) })),
          );
        }
        expect([0, 1].map((horizon) => lists.means(horizon))).toEqual(plainLists(days, 7, seededRandom(seed)));
      }),
    );
  });

  it('are none without a case, and no longer than the day has stocks', () => {
    expect(draw([dayOf(0, [1, 2])])).toHaveLength(0);
    expect(draw([])).toHaveLength(0);
    expect(new Set(draw([dayOf(5, [2, 4])]))).toEqual(new Set([3]));
  });
});

it('the rank among lists is the share that did at least as well', () => {
  const lists = Float64Array.from([-2, -1, 0, 0, 1, 3, 3, 4, 5, 6]);
  expect([7, 6, 3, 0, -2, -9].map((value) => rankAmongLists(value, lists))).toEqual([0, 0.1, 0.5, 0.8, 1, 1]);
  expect(rankAmongLists(1, new Float64Array(0))).toBeNaN();
});

describe('the best of lucky screens', () => {
  it('is the mean for one, the expected largest for more', () => {
    const lists = Float64Array.from([1, 2, 3, 4]);
    expect(bestOfLists(lists, 1)).toBeCloseTo(2.5, 12);
    // Of 16 pairs: 1 has the largest 1, 3 have 2, 5 have 3, 7 have 4.
    expect(bestOfLists(lists, 2)).toBeCloseTo((1 + 6 + 15 + 28) / 16, 12);
    expect(bestOfLists(lists, 1000)).toBeCloseTo(4, 6);
  });
});
