import fc from 'fast-check';
import { findFirstFrom } from './find-first-from';

it('finds what a look at each value finds, in the whole and in a part', () => {
  const values = fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 30 });
  const place = fc.nat({ max: 30 });
  fc.assert(
    fc.property(values, fc.integer({ min: -10, max: 10 }), place, place, (given, value, one, other) => {
      const sorted = given.toSorted((first, second) => first - second);
      const [from, end] = [one, other].map((each) => Math.min(each, sorted.length)).toSorted((a, b) => a - b);
      const plain = (start = 0, before = sorted.length): number => {
        const found = sorted.slice(start, before).findIndex((each) => each >= value);
        return found < 0 ? before : start + found;
      };
      expect(findFirstFrom(sorted, value)).toBe(plain());
      expect(findFirstFrom(Int32Array.from(sorted), value, from, end)).toBe(plain(from, end));
    }),
  );
});
