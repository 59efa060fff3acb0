import { drawdownsOf, findEndRange, spreadDays } from './portfolio-figures';

describe('the figures of a portfolio', () => {
  it('have the drawdown from the highest equity so far', () => {
    expect(drawdownsOf([100, 120, 90, 120, 60])).toEqual([0, 0, -25, 0, -50]);
    expect(drawdownsOf([])).toEqual([]);
  });

  it.each([
    [
      { p5: 105, p95: 130 },
      { low: 5, high: 30, kind: 'gain' },
    ],
    [
      { p5: 80, p95: 130 },
      { low: -20, high: 30, kind: 'both' },
    ],
    [
      { p5: 100, p95: 130 },
      { low: 0, high: 30, kind: 'both' },
    ],
    [
      { p5: 60, p95: 90 },
      { low: -40, high: -10, kind: 'loss' },
    ],
  ])('say of the variants that end at %j whether they made or lost money', (ends, { low, high, kind }) => {
    const first = { date: '2024-01-02', p5: 100, p50: 100, p95: 100 };
    const last = { date: '2024-01-31', p50: 100, ...ends };
    const range = findEndRange({ band: [first, last], capital: 100 });
    expect(range?.kind).toBe(kind);
    expect(range?.low).toBeCloseTo(low, 9);
    expect(range?.high).toBeCloseTo(high, 9);
  });

  it('have no range where there is no day', () => {
    expect(findEndRange({ band: [], capital: 100 })).toBeUndefined();
  });

  it.each([
    [0, 5, []],
    [3, 5, [0, 1, 2]],
    [101, 5, [0, 25, 50, 75, 100]],
  ])('spread the labels of %i days', (days, most, expected) => {
    expect(spreadDays(days, most)).toEqual(expected);
  });
});
