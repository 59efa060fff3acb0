import fc from 'fast-check';
import { computeHitRate, type MonthOfSamples } from './statistics';

const month = (n: number, hits: number, place = 0): MonthOfSamples => ({
  month: `${2000 + Math.floor(place / 12)}-${String((place % 12) + 1).padStart(2, '0')}`,
  n,
  hits,
  directed: n,
  signedExcessPct: hits - (n - hits),
  signedCapExcessPct: 0,
  withCap: 0,
  baseRate: n / 2,
});
const months = (count: number, of: (index: number) => [n: number, hits: number]): MonthOfSamples[] =>
  Array.from({ length: count }, (_, index) => month(...of(index), index));

describe('computeHitRate', () => {
  it('is the Wilson interval if months are alike', () => {
    // 24 months of one right and one wrong: no month differs from another, so the design effect is below 1.
    const rate = computeHitRate(
      months(24, () => [2, 1]),
      5,
    );
    expect(rate).toMatchObject({ n: 48, nEff: 48, hits: 24, hitRatePct: 50, baseRatePct: 50, meanExcessPct: 0 });
    // Wilson at p = .5, n = 48: half width z/2 · 1/sqrt(n + z²)
    expect(rate.lowPct).toBeCloseTo(50 - (1.959964 / 2 / Math.sqrt(48 + 3.841459)) * 100, 2);
    expect((rate.lowPct ?? 0) + (rate.highPct ?? 0)).toBeCloseTo(100, 6);
    expect(rate).toMatchObject({ months: 24, insufficient: false });
  });

  it('counts a month of equal answers as little more than one', () => {
    const rate = computeHitRate(
      months(24, (index) => [10, index % 2 === 0 ? 10 : 0]),
      5,
    );
    expect(rate.n).toBe(240);
    // 24 clusters, each of one mind: the design effect is 10 · 24/23. Months that take turns make it no smaller.
    expect(rate.nEff).toBeCloseTo(23, 1);
    expect(rate.insufficient).toBe(true);
  });

  it('counts neighbouring months of equal answers as less, the longer the windows', () => {
    const spells = months(24, (index) => [10, index % 12 < 6 ? 10 : 0]);
    const [five, sixty] = [computeHitRate(spells, 5), computeHitRate(spells, 60)];
    // Half a year right, half a year wrong: of 23 pairs of neighbours 20 agree and 3 don't; they weigh 1/2, twice.
    expect(five.nEff).toBeCloseTo(23 / (1 + 17 / 24), 1);
    expect(sixty.nEff).toBeLessThan(five.nEff);
  });

  it('does not take a share of 0 or 1 for certain: a month, or a window of months, is one sample', () => {
    const right = months(14, () => [10, 10]);
    expect(computeHitRate(right, 5)).toMatchObject({ n: 140, nEff: 14, hitRatePct: 100, insufficient: true });
    expect(computeHitRate(right, 60).nEff).toBeCloseTo(14 / (60 / 21), 1);
    expect(computeHitRate([month(10, 0)], 5)).toMatchObject({ nEff: 1 });
    expect(computeHitRate([month(10, 4)], 5)).toMatchObject({ nEff: 1 });
  });

  it('is unknown without samples, and insufficient with eleven months', () => {
    expect(computeHitRate([], 5)).toMatchObject({ n: 0, hitRatePct: null, lowPct: null, insufficient: true });
    expect(computeHitRate([month(0, 0)], 5)).toMatchObject({ n: 0, months: 0, insufficient: true });
    expect(
      computeHitRate(
        months(11, () => [10, 5]),
        5,
      ),
    ).toMatchObject({ months: 11, insufficient: true });
  });

  it('adds up excess returns of the samples with a direction, and base rates over all', () => {
    const rate = computeHitRate(
      [
        { ...month(1, 1), signedExcessPct: 4, baseRate: 0.4, signedCapExcessPct: 3, withCap: 1 },
        { ...month(3, 0, 1), directed: 1, signedExcessPct: -6, baseRate: 1.5 },
      ],
      5,
    );
    expect(rate).toMatchObject({ meanExcessPct: -1, meanCapExcessPct: 3, baseRatePct: 47.5, hitRatePct: 25 });
    expect(computeHitRate([{ ...month(2, 1), directed: 0 }], 5)).toMatchObject({ meanExcessPct: null });
  });

  it('keeps the rate within its interval and the interval within 0 and 100', () => {
    const samples = fc.array(
      fc.tuple(fc.nat(60), fc.nat(80)).chain(([n, place]) => fc.nat(n).map((hits) => month(n, hits, place))),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(samples, fc.constantFrom(5, 20, 60), (drawn, horizon) => {
        const rate = computeHitRate(drawn, horizon);
        if (rate.n === 0) return;
        const { lowPct, hitRatePct, highPct } = rate;
        expect(lowPct).toBeGreaterThanOrEqual(0);
        expect(highPct).toBeLessThanOrEqual(100);
        expect(lowPct).toBeLessThanOrEqual((hitRatePct ?? 0) + 0.01);
        expect(highPct).toBeGreaterThanOrEqual((hitRatePct ?? 0) - 0.01);
        expect(rate.nEff).toBeLessThanOrEqual(rate.n);
      }),
    );
  });
});
