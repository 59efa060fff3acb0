import fc from 'fast-check';
import { MedianTracker } from './median-tracker';
import { selectMedian } from './select-median';

const price = fc.oneof(
  fc.integer({ min: 1, max: 4 }),
  fc.double({ noNaN: true, min: 0.01, max: 500 }),
  fc.constant(NaN),
);
const day = fc.record({
  prices: fc.array(fc.tuple(price, price), { maxLength: 40 }),
  guess: fc.oneof(fc.constant(NaN), fc.double({ noNaN: true, min: -1, max: 9 })),
});

it('has the median return of each day, whatever was guessed and however far the days lie apart', () => {
  fc.assert(
    fc.property(fc.array(day, { maxLength: 12 }), fc.nat(3), (days, first) => {
      const tracker = new MedianTracker();
      for (const { prices, guess } of days) {
        const closes = Float64Array.from([...new Array<number>(first).fill(7), ...prices.map(([close]) => close)]);
        const opens = Float64Array.from(prices, ([, open]) => open);
        const returns = Float64Array.from(prices, ([close, open]) => close / open - 1);
        const known = returns.filter((each) => !Number.isNaN(each));
        expect(tracker.select(closes, first, opens, guess)).toBe(selectMedian(known, known.length));
      }
    }),
  );
});

it('is not known of no return', () => {
  const tracker = new MedianTracker();
  expect(tracker.select(new Float64Array(0), 0, new Float64Array(0))).toBeNaN();
  expect(tracker.select(Float64Array.of(NaN, 2), 0, Float64Array.of(1, NaN), 0.1)).toBeNaN();
  expect(tracker.select(Float64Array.of(3, 2), 0, Float64Array.of(2, NaN), 0.1)).toBe(0.5);
});
