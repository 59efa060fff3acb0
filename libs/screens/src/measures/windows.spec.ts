import { barsSinceHighest, highestAt, lowestAt, meanAt, medianAt, quantileAt } from './windows';

const column = Float64Array.of(9, 1, 4, 2, 4, 3);

it('measures the values that end with a position', () => {
  expect(meanAt(column, 4, 3)).toBeCloseTo(10 / 3, 12);
  expect(highestAt(column, 5, 4)).toBe(4);
  expect(lowestAt(column, 5, 4)).toBe(2);
  expect(medianAt(column, 5, 3)).toBe(3);
  expect(medianAt(column, 5, 4)).toBe(3.5);
  // 2, 3, 4, 4, 9 less the 1: a fifth of the way is at place 1.
  expect(quantileAt(Float64Array.of(9, 2, 4, 3, 4, 1), 5, 6, 0.3)).toBeCloseTo(2.5, 12);
  expect([...column]).toEqual([9, 1, 4, 2, 4, 3]);
});

it('counts back to the newest of the highest values', () => {
  expect(barsSinceHighest(column, 5, 5)).toBe(1);
  expect(barsSinceHighest(column, 5, 6)).toBe(5);
  expect(barsSinceHighest(column, 4, 2)).toBe(0);
});

it('a window that is not full, or holds what is not known, has no value', () => {
  const measures = [meanAt, highestAt, lowestAt, medianAt, barsSinceHighest];
  expect(measures.map((measure) => measure(column, 2, 3))).not.toContain(NaN);
  expect(measures.map((measure) => measure(column, 1, 3))).toEqual(measures.map(() => NaN));
  const holed = Float64Array.of(1, NaN, 3);
  expect(measures.map((measure) => measure(holed, 2, 3))).toEqual(measures.map(() => NaN));
  expect(measures.map((measure) => measure(holed, 2, 1))).not.toContain(NaN);
});
