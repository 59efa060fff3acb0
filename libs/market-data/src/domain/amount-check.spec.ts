import { AmountCheck } from './amount-check';
import type { Bar } from './bar';
import { emptyBar } from './formats/bar-file-parser';

const plain = { ...emptyBar(), open: 10, high: 10.5, low: 9.5, close: 10, volume: 10_000, amount: 100_000 };
const verdictOf = (bars: readonly Partial<Bar>[]) => {
  const check = new AmountCheck();
  for (const bar of bars) check.add({ ...plain, ...bar });
  return check.verdict();
};
const times = (count: number, bar: Partial<Bar> = {}) => Array.from({ length: count }, () => bar);

describe('amount over volume', () => {
  it('reports nothing for a file that fits, has no amounts, or has less than 5 % outside', () => {
    expect(verdictOf(times(100))).toBeUndefined();
    expect(verdictOf(times(100, { amount: null }))).toBeUndefined();
    expect(verdictOf([...times(96), ...times(4, { amount: 50_000 })])).toBeUndefined();
    expect(verdictOf([])).toBeUndefined();
  });

  it('never evaluates a single bar', () => {
    expect(verdictOf(times(1, { amount: 10_000_000 }))).toBeUndefined();
  });

  it('warns from 5 % on, with the part and the likely cause', () => {
    expect(verdictOf([...times(95), ...times(5, { amount: 50_000 })])).toEqual({
      refused: false,
      reason:
        'amount over volume lies outside of low to high on 5 of 100 bars (5 %): prices are probably adjusted, not as traded',
    });
    expect(verdictOf([...times(21), ...times(79, { amount: 10_000_000 })])).toMatchObject({
      refused: false,
      reason: expect.stringContaining('lots of 100') as string,
    });
    // Adjusted prices of a whole file are no mix-up of units, however far they are.
    expect(verdictOf(times(100, { amount: 300_000 }))).toMatchObject({ refused: false });
  });

  it.each([
    [10_000_000, '10^2 times the price on 80 of 100 bars (80 %): volumes are in lots of 100 shares'],
    [1000, '10^-2 times the price on 80 of 100 bars (80 %): volumes are in shares'],
    [100, '10^-3 times the price on 80 of 100 bars (80 %): amounts are in thousands of yuan'],
  ])('is rejected if 80 %% are off by the same power of ten: %d yuan', (amount, reason) => {
    expect(verdictOf([...times(20), ...times(80, { amount })])).toEqual({
      refused: true,
      reason: expect.stringContaining(reason) as string,
    });
  });
});
