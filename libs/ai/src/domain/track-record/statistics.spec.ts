import fc from 'fast-check';
import { hitRateOf, type MonthOfSamples } from './statistics';

const month = (n: number, hits: number): MonthOfSamples => ({
  n,
  hits,
  excessPct: hits - (n - hits),
  baseRate: n / 2,
});

describe('hitRateOf', () => {
  it('is the Wilson interval where months are alike', () => {
    // 24 months of one right and one wrong: no month differs from another, so the design effect is below 1.
    const rate = hitRateOf(Array.from({ length: 24 }, () => month(2, 1)));
    expect(rate).toMatchObject({ n: 48, nEff: 48, hits: 24, hitRatePct: 50, baseRatePct: 50, meanExcessPct: 0 });
    // Wilson at p = .5, n = 48: half width z/2 · 1/sqrt(n + z²)
    expect(rate.lowPct).toBeCloseTo(50 - (1.959964 / 2 / Math.sqrt(48 + 3.841459)) * 100, 2);
    expect((rate.lowPct ?? 0) + (rate.highPct ?? 0)).toBeCloseTo(100, 6);
    expect(rate).toMatchObject({ months: 24, insufficient: false });
  });

  it('counts a month of equal answers as little more than one', () => {
    const rate = hitRateOf(Array.from({ length: 24 }, (_, index) => month(10, index % 2 === 0 ? 10 : 0)));
    expect(rate.n).toBe(240);
    // 24 clusters, each of one mind: the design effect is 10 · 24/23.
    expect(rate.nEff).toBeCloseTo(23, 1);
    expect(rate.insufficient).toBe(true);
  });

  it('says that it knows nothing of nothing, and little of eleven months', () => {
    expect(hitRateOf([])).toMatchObject({ n: 0, hitRatePct: null, lowPct: null, insufficient: true });
    expect(hitRateOf([month(0, 0)])).toMatchObject({ n: 0, months: 0, insufficient: true });
    expect(hitRateOf(Array.from({ length: 11 }, () => month(10, 5)))).toMatchObject({ months: 11, insufficient: true });
  });

  it('adds up excess returns and base rates over all samples', () => {
    const rate = hitRateOf([
      { n: 1, hits: 1, excessPct: 4, baseRate: 0.4 },
      { n: 3, hits: 0, excessPct: -6, baseRate: 1.5 },
    ]);
    expect(rate).toMatchObject({ meanExcessPct: -0.5, baseRatePct: 47.5, hitRatePct: 25 });
  });

  it('keeps the rate within its interval and the interval within 0 and 100', () => {
    const months = fc.array(
      fc.nat(60).chain((n) => fc.nat(n).map((hits) => month(n, hits))),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(months, (drawn) => {
        const rate = hitRateOf(drawn);
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
