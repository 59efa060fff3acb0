import { seededRandom } from '../statistics/seeded-random';
import { ControlPicker } from './control-picker';

/** All stocks but the first ten are alike. */
const likeness = {
  like: (stock: number) =>
    stock < 10 ? Int32Array.of(stock, 3) : Int32Array.from({ length: 50 }, (_, place) => 10 + place),
};
const isHit = (stock: number, day: number) => stock % 2 === 0 && day === 7;

function pick(
  seed = 1,
  cases = [
    { stockNo: 11, signalDay: 7 },
    { stockNo: 2, signalDay: 8 },
    { stockNo: 12, signalDay: 8 },
  ],
) {
  const { stocks, starts } = new ControlPicker(seededRandom(seed), isHit).pick(cases, likeness);
  return cases.map((_, index) => [...stocks.subarray(starts[index], starts[index + 1])]);
}

describe('matched controls', () => {
  it('are alike, and neither the stock itself nor hits of the signal day', () => {
    const [first = [], second = [], third = []] = pick();
    expect(first).toHaveLength(20);
    expect(new Set(first).size).toBe(20);
    for (const stock of first) expect(stock >= 13 && stock < 60 && stock % 2 === 1).toBe(true);
    expect(second).toEqual([3]);
    expect(third).toHaveLength(20);
    expect(third.some((stock) => stock % 2 === 0)).toBe(true);
    expect(third).not.toContain(12);
  });

  it('follow from the seed', () => {
    expect(pick(4)).toEqual(pick(4));
    expect(pick(4)).not.toEqual(pick(5));
  });
});
