import fc from 'fast-check';
import { selectMedian, selectShare } from './select-median';

const numbers = fc.array(fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true, min: -9, max: 9 })), {
  minLength: 1,
  maxLength: 60,
});

function plainMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(half)] ?? NaN)
    : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2;
}

it('is the value in the middle, whatever is guessed', () => {
  fc.assert(
    fc.property(numbers, fc.oneof(fc.constant(NaN), fc.double({ noNaN: true, min: -99, max: 99 })), (values, guess) => {
      // 0 and -0 are one value here.
      expect(selectMedian(Float64Array.from(values), values.length, guess) === plainMedian(values)).toBe(true);
    }),
  );
});

it('reads the first values alone, and is not a number of none', () => {
  expect(selectMedian(Float64Array.of(3, 1, 2, -9, -9), 3)).toBe(2);
  expect(selectMedian(new Float64Array(4), 0)).toBeNaN();
});

it('finds the value that a share lies below', () => {
  fc.assert(
    fc.property(numbers, fc.constantFrom(0, 0.2, 0.4, 0.6, 0.8, 1), (values, p) => {
      const sorted = values.toSorted((one, other) => one - other);
      const place = Math.min(Math.floor(p * values.length), values.length - 1);
      expect(selectShare(Float64Array.from(values), values.length, p) === sorted[place]).toBe(true);
    }),
  );
});
