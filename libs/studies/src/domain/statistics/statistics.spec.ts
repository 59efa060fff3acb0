import fc from 'fast-check';
import { clusterVariance } from './cluster-variance';
import { sumByDay } from './day-sums';
import { deflatedSharpe, luckiestSharpe } from './deflated-sharpe';
import { findDiscoveries } from './false-discovery';
import { normalProbability, normalQuantile } from './normal-distribution';
import { seededRandom } from './seeded-random';
import { percentileInterval, resampleMeans } from './stationary-bootstrap';
import { studentQuantile } from './student-quantile';
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

// From the integral of the density.
it.each([
  [0.975, 1, 12.706204736174694],
  [0.975, 10, 2.2281388519649385],
  [0.975, 611, 1.9638541605763393],
  [0.025, 30, -2.0422724563012373],
  [0.9, 2.5, 1.7302509288070311],
  [0.975, 1e7, 1.959963984540054],
])('the quantile %d of Student’s distribution with %d degrees is %d', (p, degrees, expected) => {
  expect(studentQuantile(p, degrees)).toBeCloseTo(expected, 6);
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

describe('the stationary bootstrap', () => {
  const days = sumByDay(
    Array.from({ length: 300 }, (_, index) => index % 120),
    Array.from({ length: 300 }, (_, index) => Math.sin(index) * 5 + 1),
    120,
  );
  const resample = (seed: number, horizon = 5) =>
    resampleMeans(days, { horizon, resamples: 2000, random: seededRandom(seed) });

  it('gives the same means for the same seed, and others for another', () => {
    expect(resample(1)).toEqual(resample(1));
    expect(resample(1)).not.toEqual(resample(2));
  });

  it('has an interval around the mean', () => {
    const mean = days.sums.reduce((sum, value) => sum + value, 0) / 300;
    const [low, high] = percentileInterval(resample(7));
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
    expect(high - low).toBeLessThan(3);
  });

  it('is wider where days go together for longer than a block', () => {
    const runs = sumByDay(
      Array.from({ length: 240 }, (_, index) => index),
      Array.from({ length: 240 }, (_, index) => (index < 120 ? 1 : -1)),
      240,
    );
    const widthAt = (horizon: number) => {
      const [low, high] = percentileInterval(
        resampleMeans(runs, { horizon, resamples: 1000, random: seededRandom(3) }),
      );
      return high - low;
    };
    expect(widthAt(60)).toBeGreaterThan(1.4 * widthAt(1));
  });

  it('has nothing to say without an event', () => {
    const none = sumByDay([], [], 10);
    expect(resampleMeans(none, { horizon: 5, resamples: 100, random: seededRandom(1) })).toHaveLength(0);
    expect(percentileInterval(new Float64Array(0))).toEqual([NaN, NaN]);
  });
});

it('an interval of a share is Wilson’s', () => {
  const [low, high] = wilsonInterval(0.51, 100);
  expect(low).toBeCloseTo(0.4134801193402717, 12);
  expect(high).toBeCloseTo(0.6057800106955886, 12);
});

it('discoveries are those of Benjamini and Hochberg', () => {
  // Their example of fifteen (1995), at 5 %: four stand.
  const p = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
  ];
  expect(findDiscoveries(p, 0.05).filter(Boolean)).toHaveLength(4);
  expect(findDiscoveries([0.9, NaN, 0.001], 0.1)).toEqual([false, false, true]);
  expect(findDiscoveries([], 0.1)).toEqual([]);
});

describe('the deflated Sharpe ratio', () => {
  const moments = { sharpe: 0.1, periods: 250, skewness: -0.5, kurtosis: 6 };

  it('of one try is the probabilistic one', () => {
    expect(deflatedSharpe(moments, { count: 1, variance: 0 })).toBeCloseTo(0.9371, 5);
  });

  it('falls with the number of tries', () => {
    const after = [1, 2, 10, 100].map((count) => deflatedSharpe(moments, { count, variance: 0.01 }));
    expect(after).toEqual([...after].sort((one, other) => other - one));
    expect(luckiestSharpe({ count: 10, variance: 1 })).toBeCloseTo(1.5745, 2);
  });
});

it('seeded numbers are spread evenly', () => {
  const random = seededRandom(42);
  const bins = new Int32Array(10);
  for (let index = 0; index < 100_000; index += 1) {
    const bin = Math.floor(random() * 10);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  for (const count of bins) expect(Math.abs(count - 10_000)).toBeLessThan(400);
});
