import fc from 'fast-check';
import { countWindows, isInsufficient, measureHits } from './hit-rate';
import { sumByDay } from './statistics/day-sums';

/** Cases of days, each as the days of its entries and of those that were right. */
const hitsOf = (days: readonly (readonly [n: number, right: number])[]) => ({
  counts: Int32Array.from(days, ([n]) => n),
  sums: Float64Array.from(days, ([, right]) => right),
});

describe('a hit rate', () => {
  it('has the interval of Wilson where days are alike', () => {
    // Fifty days of one right and one wrong: no day differs from another.
    const rate = measureHits(hitsOf(Array.from({ length: 50 }, () => [2, 1] as const)), 1);
    expect(rate).toMatchObject({ n: 100, right: 50, share: 0.5, nEff: 100, days: 50 });
    const half = 1.959963984540054 / 2 / Math.sqrt(100 + 3.8414588206941245);
    expect(rate.low).toBeCloseTo(0.5 - half, 12);
    expect(rate.high).toBeCloseTo(0.5 + half, 12);
  });

  it('counts a day of equal answers as little more than one case', () => {
    const rate = measureHits(hitsOf(Array.from({ length: 24 }, (_, day) => [10, day % 2 === 0 ? 10 : 0] as const)), 1);
    // 24 clusters, each of one mind: the design effect is 10 · 24/23.
    expect(rate.nEff).toBeCloseTo(23, 12);
  });

  it('counts neighbouring days of equal answers as less, the longer the windows', () => {
    const days = Array.from({ length: 24 }, (_, day) => [1, day < 12 ? 1 : 0] as const);
    // Of the 23 pairs of neighbours 22 agree and one doesn't; with windows of two days they weigh 1/2, twice.
    expect(measureHits(hitsOf(days), 2).nEff).toBeCloseTo(24 / ((24 / 23) * (1 + (22 - 1) / 24)), 12);
    expect(measureHits(hitsOf(days), 5).nEff).toBeLessThan(measureHits(hitsOf(days), 2).nEff);
  });

  it('does not take a share of 0 or 1 for certain: a window is one case', () => {
    const all = Array.from({ length: 20 }, () => [10, 10] as const);
    expect(measureHits(hitsOf(all), 5)).toMatchObject({ n: 200, share: 1, nEff: 4 });
    expect(measureHits(hitsOf(all.map(([n]) => [n, 0] as const)), 60)).toMatchObject({ share: 0, nEff: 1 });
    expect(measureHits(hitsOf([[10, 4]]), 5)).toMatchObject({ nEff: 1, days: 1 });
  });

  it('is unknown without a case', () => {
    expect(measureHits(sumByDay([], [], 10), 5)).toEqual({
      ...{ n: 0, right: 0, share: NaN, low: NaN, high: NaN, nEff: 0, days: 0 },
    });
  });

  it('lies within its interval, and the cases are worth no more than they are', () => {
    const day = fc.nat(20).chain((n) => fc.tuple(fc.constant(n), fc.nat(n)));
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 60 }), fc.constantFrom(1, 5, 60), (days, horizon) => {
        const { n, share, low, high, nEff } = measureHits(hitsOf(days), horizon);
        if (n === 0) return;
        expect(nEff).toBeGreaterThan(0);
        expect(nEff).toBeLessThanOrEqual(n);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(share + 1e-12);
        expect(high).toBeGreaterThanOrEqual(share - 1e-12);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('windows are entry days that lie apart', () => {
  expect(countWindows(Int32Array.of(1, 0, 3, 0, 0, 1, 1), 5)).toBe(2);
  expect(countWindows(Int32Array.of(0, 0), 5)).toBe(0);
});

it('too little is under twelve months, or thirty effective cases', () => {
  expect(isInsufficient({ months: 12, nEff: 30 })).toBe(false);
  expect(isInsufficient({ months: 11, nEff: 300 })).toBe(true);
  expect(isInsufficient({ months: 24, nEff: 29.9 })).toBe(true);
});
