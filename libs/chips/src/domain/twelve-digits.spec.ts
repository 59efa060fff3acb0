import fc from 'fast-check';
import { twelveDigits } from './twelve-digits';

const positive = fc.oneof(
  fc.double({ min: 1e-15, max: 1e6, noNaN: true }),
  fc.double({ min: 1e-11, max: 200, noNaN: true }),
  fc.integer({ min: 1, max: 1e9 }).map((whole) => whole / 1e6),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: -12, max: 3 }))
    .map(([digit, e]) => Number(`${digit}e${e}`)),
);

describe('twelveDigits', () => {
  it('returns the value of the text of twelve digits, or nothing', () => {
    fc.assert(
      fc.property(positive, (x) => {
        const rounded = twelveDigits(x, 0);
        if (!Number.isNaN(rounded)) expect(rounded).toBe(Number(x.toPrecision(12)));
      }),
      { numRuns: 5000 },
    );
  });

  it('returns nothing if a number within the given distance has other digits', () => {
    const nearby = fc.tuple(
      positive,
      fc.double({ min: 1e-15, max: 1e-12, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(nearby, ([x, apart, side]) => {
        const rounded = twelveDigits(x, apart);
        const other = x * (1 + apart * side);
        if (!Number.isNaN(rounded)) expect(rounded).toBe(Number(other.toPrecision(12)));
      }),
      { numRuns: 5000 },
    );
  });

  it('returns a value most of the time', () => {
    const answered = Array.from({ length: 1000 }, (_, index) => twelveDigits(1e-9 + index / 7, 1e-14));
    expect(answered.filter((value) => !Number.isNaN(value)).length).toBeGreaterThan(950);
  });
});
