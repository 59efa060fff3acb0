import fc from 'fast-check';
import { MedianTracker } from './median-tracker';
import { selectMedian } from './select-median';

it('has the median of each list, however far they lie apart', () => {
  const list = fc.array(fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ noNaN: true, min: -50, max: 50 })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.array(list, { maxLength: 12 }), (lists) => {
      const tracker = new MedianTracker();
      for (const values of lists) {
        const expected = selectMedian(Float64Array.from(values), values.length);
        const found = tracker.select(Float64Array.from(values));
        expect(found === expected || (Number.isNaN(found) && Number.isNaN(expected))).toBe(true);
      }
    }),
  );
});
