import { computeHorizonFigures, type HorizonCases } from './horizon-figures';
import { seededRandom } from './statistics/seeded-random';

function casesOf(
  entryDays: readonly number[],
  excess: readonly number[],
  more: Partial<HorizonCases> = {},
): HorizonCases {
  const values = Float64Array.from(excess);
  return {
    ...{ horizon: 5, entryDays: Int32Array.from(entryDays), spanDays: 600, excess: values },
    net: values.map((each) => each - 0.002),
    ...{ best: values.map((each) => Math.abs(each)), worst: values.map((each) => -Math.abs(each)) },
    controlHits: new Float64Array(values.length).fill(0.5),
    ...{ delayed: new Uint8Array(values.length), months: 24 },
    ...more,
  };
}

const figuresOf = (cases: HorizonCases) => computeHorizonFigures(cases, seededRandom(1));

/** Alternating excesses on days that lie apart. */
const even = Array.from({ length: 80 }, (_, index) => index * 7);
const alternating = even.map((_, index) => (index % 4 === 0 ? -0.03 : 0.02));

describe('figures of a horizon', () => {
  it('are those of the cases', () => {
    const figures = figuresOf(casesOf(even, alternating));
    expect(figures).toMatchObject({ n: 80, days: 80, hitRatePct: 75, baseRatePct: 50, insufficient: false });
    expect(figures.meanExcessPct).toBeCloseTo(0.75, 10);
    expect(figures.medianExcessPct).toBeCloseTo(2, 10);
    expect(figures.meanNetPct).toBeCloseTo(0.55, 10);
    expect(figures.worst5Pct).toBeCloseTo(-3.2, 10);
    expect(figures.meanExcessLowPct).toBeLessThan(0.75);
    expect(figures.meanExcessHighPct).toBeGreaterThan(0.75);
  });

  it('are the same for the same seed', () => {
    expect(figuresOf(casesOf(even, alternating))).toEqual(figuresOf(casesOf(even, alternating)));
  });

  it('take many cases of few days for little', () => {
    const days = Array.from({ length: 400 }, (_, index) => Math.floor(index / 100) * 50);
    const together = days.map((day) => (day === 50 ? -0.05 : 0.03));
    const figures = figuresOf(casesOf(days, together));
    expect(figures.n).toBe(400);
    expect(figures.nEff).toBeLessThan(5);
    expect(figures.insufficient).toBe(true);
    const wide = (figures.meanExcessHighPct ?? 0) - (figures.meanExcessLowPct ?? 0);
    expect(wide).toBeGreaterThan(8);
  });

  it('count windows where every case was right', () => {
    const figures = figuresOf(casesOf([0, 1, 2, 3, 4, 5, 6, 12], new Array<number>(8).fill(0.01)));
    expect(figures).toMatchObject({ nEff: 3, hitRatePct: 100 });
    expect(figures.hitRateLowPct).toBeLessThan(60);
  });

  it('say nothing of how sure they are from one window', () => {
    const figures = figuresOf(casesOf([3, 4], [0.01, -0.02]));
    expect(figures).toMatchObject({ meanExcessLowPct: null, meanExcessHighPct: null, insufficient: true });
  });

  it('are empty without a case', () => {
    expect(figuresOf(casesOf([], []))).toMatchObject({
      ...{ n: 0, nEff: 0, days: 0, hitRatePct: null, hitRateLowPct: null, baseRatePct: null },
      ...{ meanExcessPct: null, medianExcessPct: null, worst5Pct: null, delayedExits: 0, insufficient: true },
    });
  });

  it('cover the true mean in about 95 of 100 samples of dependent days', () => {
    const random = seededRandom(5);
    const normal = () => Array.from({ length: 12 }, random).reduce((sum, each) => sum + each, -6);
    let covered = 0;
    for (let sample = 0; sample < 200; sample += 1) {
      // Moving sums of five days: what overlapping windows are.
      const shocks = Array.from({ length: 405 }, normal);
      const days = Array.from({ length: 400 }, (_, day) => day);
      const excess = days.map((day) => shocks.slice(day, day + 5).reduce((sum, each) => sum + each, 0) / 100);
      const { meanExcessLowPct, meanExcessHighPct } = computeHorizonFigures(
        casesOf(days, excess, { spanDays: 400 }),
        seededRandom(sample),
      );
      if ((meanExcessLowPct ?? 0) <= 0 && (meanExcessHighPct ?? 0) >= 0) covered += 1;
    }
    expect(covered).toBeGreaterThan(180);
    expect(covered).toBeLessThan(200);
  });
});
