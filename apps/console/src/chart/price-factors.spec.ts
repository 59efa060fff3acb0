import { findFactor } from './price-factors';

const FACTORS = [
  { tradeDate: '2026-01-05', factor: 0.5 },
  { tradeDate: '2026-06-15', factor: 0.9 },
  { tradeDate: '2026-10-12', factor: 1 },
];

describe('the factor of a day', () => {
  it('is in force from its day on, until the next', () => {
    const days = ['2026-06-12', '2026-06-15', '2026-10-11', '2026-10-12', '2026-11-20'];
    expect(days.map((day) => findFactor(FACTORS, day))).toEqual([0.5, 0.9, 0.9, 1, 1]);
  });

  it('is the first one before all bars, and 1 if nothing is known', () => {
    expect(findFactor(FACTORS, '2020-01-02')).toBe(0.5);
    expect(findFactor([], '2026-01-05')).toBe(1);
  });
});
