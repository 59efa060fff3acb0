import fc from 'fast-check';
import { addDays, calendarDayOf } from '#lib/kernel';
import { hitRateOf, nonOverlapping, type Sample } from './statistics';

const FIRST = calendarDayOf('2023-01-02');
const sample = (day: number, right: boolean, code = '600519'): Sample => ({
  code,
  dataThrough: addDays(FIRST, day),
  right,
  excessPct: right ? 1 : -1,
  baseRate: 0.5,
});

describe('hitRateOf', () => {
  it('is the Wilson interval where months are alike', () => {
    // 24 months of two, one right and one wrong: no month differs from another, so the design effect is 1.
    const samples = Array.from({ length: 48 }, (_, index) =>
      sample(Math.floor(index / 2) * 30.5 + 1, index % 2 === 0),
    ).map((one, index) => ({ ...one, dataThrough: addDays(FIRST, Math.floor(index / 2) * 31) }));
    const rate = hitRateOf(samples);
    expect(rate).toMatchObject({ n: 48, nEff: 48, hits: 24, hitRatePct: 50, baseRatePct: 50, meanExcessPct: 0 });
    // Wilson at p = .5, n = 48: half width z/2 · sqrt(1/(n + z²))
    expect(rate.lowPct).toBeCloseTo(50 - (1.959964 / 2 / Math.sqrt(48 + 3.841459)) * 100, 2);
    expect((rate.lowPct ?? 0) + (rate.highPct ?? 0)).toBeCloseTo(100, 6);
    expect(rate.insufficient).toBe(false);
  });

  it('counts a month of equal answers as little more than one', () => {
    const samples = Array.from({ length: 240 }, (_, index) => {
      const month = Math.floor(index / 10);
      return { ...sample(0, month % 2 === 0), dataThrough: addDays(FIRST, month * 31) };
    });
    const rate = hitRateOf(samples);
    expect(rate.n).toBe(240);
    // 24 clusters, each of one mind: the design effect is 10 · 24/23.
    expect(rate.nEff).toBeCloseTo(23, 1);
    expect(rate.insufficient).toBe(true);
  });

  it('says that it knows nothing of nothing, and little of eleven months', () => {
    expect(hitRateOf([])).toMatchObject({ n: 0, hitRatePct: null, lowPct: null, insufficient: true });
    const elevenMonths = Array.from({ length: 110 }, (_, index) => ({
      ...sample(0, index % 2 === 0),
      dataThrough: calendarDayOf(`2023-${String((index % 11) + 1).padStart(2, '0')}-15`),
    }));
    expect(hitRateOf(elevenMonths)).toMatchObject({ months: 11, insufficient: true });
  });

  it('keeps the rate within its interval and the interval within 0 and 100', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(700), fc.boolean()), { minLength: 1, maxLength: 80 }), (drawn) => {
        const rate = hitRateOf(drawn.map(([day, right]) => sample(day, right)));
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

describe('nonOverlapping', () => {
  it('counts the first of each block of days, a code at a time', () => {
    const days = [0, 3, 5, 9, 10, 21];
    const samples = days.flatMap((day) => [sample(day, true), sample(day, true, '000001')]);
    const kept = nonOverlapping(samples, 5, (day) => (Date.parse(day) - Date.parse(FIRST)) / 86_400_000);
    expect(kept.filter(({ code }) => code === '600519').map(({ dataThrough }) => dataThrough)).toEqual(
      [0, 5, 10, 21].map((day) => addDays(FIRST, day)),
    );
    expect(kept).toHaveLength(8);
  });
});
