import fc from 'fast-check';
import { clusterVariance } from './cluster-variance';
import { sumByDay } from './day-sums';
import { normalProbability, normalQuantile } from './normal-distribution';
import { wilsonInterval } from './wilson-interval';

describe('the normal distribution', () => {
  // From the complementary error function of the C library.
  it.each([
    [0, 0.5],
    [1.959963984540054, 0.975],
    [-3, 0.0013498980316300957],
    [1.530859, 0.9370978779282633],
    [-8, 6.220960574271819e-16],
  ])('has a probability of %d', (x, expected) => {
    expect(Math.abs(normalProbability(x) / expected - 1)).toBeLessThan(1e-12);
  });

  it.each([
    [0.95, 1.6448536269514715],
    [0.5, 0],
    [1e-10, -6.3613409024040575],
    [0.999, 3.090232306167813],
  ])('has a quantile of %d', (p, expected) => {
    expect(normalQuantile(p)).toBeCloseTo(expected, 11);
  });

  it('has the probability of a quantile', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (p) => {
        expect(Math.abs(normalProbability(normalQuantile(p)) - p)).toBeLessThan(1e-13);
      }),
    );
  });

  it('has no quantile beyond 0 and 1', () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
    expect([normalQuantile(-0.1), normalQuantile(1.1), normalQuantile(NaN)]).toEqual([NaN, NaN, NaN]);
  });
});

describe('the variance of a mean of days', () => {
  const squaresOf = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  };

  it('is the naive one where every day has one event and windows of one day', () => {
    const values = [1, -2, 4, 0, 3];
    const days = sumByDay([0, 1, 2, 3, 4], values, 5);
    const { variance, designEffect } = clusterVariance(days, squaresOf(values), 1);
    // With D/(D−1): the variance of the sample over its size.
    expect(variance).toBeCloseTo(squaresOf(values) / 4 / 5, 12);
    expect(designEffect).toBeCloseTo(5 / 4, 12);
  });

  it('counts equal events of a day as one', () => {
    const values = [1, 1, 1, -2, -2, -2, 4, 4, 4, 0, 0, 0];
    const days = sumByDay([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], values, 4);
    const single = clusterVariance(sumByDay([0, 1, 2, 3], [1, -2, 4, 0], 4), squaresOf([1, -2, 4, 0]), 1);
    expect(clusterVariance(days, squaresOf(values), 1).variance).toBeCloseTo(single.variance, 12);
  });

  it('is what the sums of the definition give, windows overlapping', () => {
    const values = [2, 1, 3, -1, 0, -2];
    const dayNos = [0, 1, 1, 3, 4, 6];
    const mean = 0.5;
    const S = [1.5, 3, 0, -1.5, -0.5, 0, -2.5];
    const lag = (l: number) => S.slice(l).reduce((sum, value, index) => sum + value * (S[index] ?? 0), 0);
    const expected = ((lag(0) + 2 * (2 / 3) * lag(1) + 2 * (1 / 3) * lag(2)) / 36) * (5 / 4);
    const found = clusterVariance(sumByDay(dayNos, values, 7), squaresOf(values), 3);
    expect(values.reduce((sum, value) => sum + value, 0) / 6).toBe(mean);
    expect(found.variance).toBeCloseTo(Math.max(expected, squaresOf(values) / 36), 12);
    expect(found.days).toBe(5);
  });

  it('is never below the naive one', () => {
    // Days that undo each other.
    const values = [5, -5, 5, -5, 5, -5];
    const { variance, naive } = clusterVariance(sumByDay([0, 1, 2, 3, 4, 5], values, 6), squaresOf(values), 4);
    expect(variance).toBe(naive);
  });
});

it('an interval of a share is Wilson’s', () => {
  const [low, high] = wilsonInterval(0.51, 100);
  expect(low).toBeCloseTo(0.4134801193402717, 12);
  expect(high).toBeCloseTo(0.6057800106955886, 12);
});
