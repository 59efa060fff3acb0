import fc from 'fast-check';
import { sumByDay } from '#lib/outcomes/domain';
import { deflatedSharpe, luckiestSharpe } from './deflated-sharpe';
import { findDiscoveries } from './false-discovery';
import { seededRandom } from './seeded-random';
import { percentileInterval, resampleMeans } from './stationary-bootstrap';
import { studentQuantile } from './student-quantile';

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

it('seeded numbers are those of the definition, in words without a sign', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
      const [random, plain] = [seededRandom(seed), plainXorshift(seed)];
      for (let index = 0; index < 50; index += 1) expect(random()).toBe(plain());
    }),
  );
});

/** Marsaglia's xorshift128, filled by SplitMix32, by whole numbers of any size. */
function plainXorshift(seed: number): () => number {
  const word = (value: bigint): bigint => BigInt.asUintN(32, value);
  let state = BigInt(seed);
  const words = [0, 1, 2, 3].map(() => {
    state = word(state + 0x9e3779b9n);
    let mixed = word((state ^ (state >> 16n)) * 0x21f0aaadn);
    mixed = word((mixed ^ (mixed >> 15n)) * 0x735a2d97n);
    return mixed ^ (mixed >> 15n);
  });
  return () => {
    const [x = 0n, , , w = 0n] = words;
    const t = word(x ^ (x << 11n));
    words.shift();
    words.push(w ^ (w >> 19n) ^ t ^ (t >> 8n));
    return Number(words[3]) / 2 ** 32;
  };
}
