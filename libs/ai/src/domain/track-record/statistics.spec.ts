import { computeHitRate, type GroupedSamples } from './statistics';

/** Samples of days that follow one another, each as the days of its entries and of those that were right. */
const samplesOf = (
  days: readonly (readonly [n: number, right: number])[],
  change: Partial<GroupedSamples> = {},
): GroupedSamples => {
  const n = days.reduce((sum, [each]) => sum + each, 0);
  return {
    hits: { counts: Int32Array.from(days, ([each]) => each), sums: Float64Array.from(days, ([, right]) => right) },
    ...{ months: 24, directed: n, signedExcessPct: 0, signedCapExcessPct: 0, withCap: 0, baseRate: n / 2 },
    ...change,
  };
};

describe('computeHitRate', () => {
  it('has the interval that a study gives as many cases of as many days', () => {
    // 48 days of one right and one wrong.
    const rate = computeHitRate(samplesOf(Array.from({ length: 48 }, () => [2, 1] as const)), 5);
    expect(rate).toMatchObject({ n: 96, nEff: 96, hits: 48, hitRatePct: 50, baseRatePct: 50, insufficient: false });
    // Wilson at p = .5, n = 96: half width z/2 · 1/sqrt(n + z²)
    expect(rate.lowPct).toBeCloseTo(50 - (1.959964 / 2 / Math.sqrt(96 + 3.841459)) * 100, 2);
    expect((rate.lowPct ?? 0) + (rate.highPct ?? 0)).toBeCloseTo(100, 6);
  });

  it('has too little in eleven months, or with under thirty effective samples', () => {
    const days = Array.from({ length: 48 }, () => [2, 1] as const);
    expect(computeHitRate(samplesOf(days, { months: 11 }), 5)).toMatchObject({ months: 11, insufficient: true });
    // Days of one mind that take turns: 24 clusters, over 24/23.
    const turns = Array.from({ length: 24 }, (_, day) => [10, day % 2 === 0 ? 10 : 0] as const);
    expect(computeHitRate(samplesOf(turns), 1)).toMatchObject({ n: 240, nEff: 23, insufficient: true });
  });

  it('is unknown without samples', () => {
    const none = { n: 0, nEff: 0, hits: 0, hitRatePct: null, lowPct: null, highPct: null, baseRatePct: null };
    expect(computeHitRate(samplesOf([], { months: 0 }), 5)).toMatchObject({ ...none, months: 0, insufficient: true });
  });

  it('averages excess returns over the samples with a direction, and base rates over all', () => {
    const rate = computeHitRate(
      samplesOf(
        [
          [1, 1],
          [3, 0],
        ],
        { directed: 2, signedExcessPct: -2, signedCapExcessPct: 3, withCap: 1, baseRate: 1.9 },
      ),
      5,
    );
    expect(rate).toMatchObject({ meanExcessPct: -1, meanCapExcessPct: 3, baseRatePct: 47.5, hitRatePct: 25 });
    expect(computeHitRate(samplesOf([[2, 1]], { directed: 0 }), 5)).toMatchObject({
      ...{ meanExcessPct: null, meanCapExcessPct: null },
    });
  });
});
