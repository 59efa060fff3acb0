import fc from 'fast-check';
import { type CalendarDay, calendarDayFromEpochDay } from '#lib/kernel';
import { type AdjustmentFacts, StockAdjustments } from './stock-adjustments';

/** Days are whole numbers from here on. */
const day = (at: number): CalendarDay => calendarDayFromEpochDay(20_000 + at);
const on = (at: number, factor: number) => ({ tradeDate: day(at), factor });
const share = (at: number, factor: number) => ({ ...on(at, factor), basis: 'inferred' as const });

const NOTHING: AdjustmentFacts = {
  firstBarDate: day(0),
  listDate: null,
  vendorFactors: [],
  vendorThrough: null,
  exRightCloses: [],
  shareChanges: [],
  unexplainedGaps: [],
  preCloseMissingOn: null,
  marketHoles: [],
};
const knowing = (facts: Partial<AdjustmentFacts>) => new StockAdjustments({ ...NOTHING, ...facts });
const compare = (facts: Partial<AdjustmentFacts>, entry: number, to: number, bar: number | null = entry) =>
  knowing(facts).compare({ date: day(entry), barDate: bar === null ? null : day(bar) }, day(to), false);

describe('an entry compared with a later day', () => {
  it('is adjusted by nothing if nothing lies between', () => {
    expect(compare({}, 3, 9)).toEqual({ basis: 'adjusted', factor: 1, adjustment: 'none', knownFrom: day(0) });
    expect(compare({ exRightCloses: [on(3, 2), on(10, 2)] }, 3, 9).factor).toBe(1);
  });

  it.each([
    ['an ex-right previous close', { exRightCloses: [on(5, 1.25)] }, 1.25, 'ex_right_close'],
    ['a share change', { shareChanges: [share(5, 1.2)] }, 1.2, 'share_change'],
    [
      'the close of a day that has both',
      { exRightCloses: [on(5, 1.25)], shareChanges: [share(5, 1.2)] },
      1.25,
      'ex_right_close',
    ],
    ['the least certain of two', { exRightCloses: [on(5, 1.25)], shareChanges: [share(6, 2)] }, 2.5, 'share_change'],
    ['the vendor', { vendorFactors: [on(0, 4), on(5, 6)], exRightCloses: [on(5, 1.4)] }, 1.5, 'vendor'],
    ['the vendor, who knows of no ex-right', { vendorFactors: [on(0, 4)], exRightCloses: [on(5, 1.4)] }, 1, 'none'],
  ] as const)('is adjusted by %s', (_what, facts, factor, adjustment) => {
    expect(compare(facts, 3, 9)).toMatchObject({ basis: 'adjusted', factor, adjustment });
  });

  it('uses previous closes before and after the days that the vendor covers', () => {
    const facts = {
      vendorFactors: [on(4, 3), on(6, 6)],
      vendorThrough: day(7),
      exRightCloses: [on(2, 1.1), on(6, 1.9), on(7, 1.5), on(8, 1.3)],
    };
    expect(compare(facts, 1, 9).factor).toBeCloseTo(1.1 * 2 * 1.3, 12);
    expect(compare(facts, 4, 7)).toMatchObject({ factor: 2, adjustment: 'vendor' });
  });

  it('is raw if a previous close is missing and no factor is known', () => {
    const entry = { date: day(3), barDate: day(3) };
    expect(knowing({}).compare(entry, day(9), true)).toEqual({
      ...{ basis: 'raw', factor: 1, adjustment: 'none', knownFrom: null },
    });
    expect(knowing({ shareChanges: [share(5, 1.2)] }).compare(entry, day(9), true)).toEqual({
      ...{ basis: 'adjusted', factor: 1.2, adjustment: 'share_change', knownFrom: null },
    });
    expect(knowing({ vendorFactors: [on(2, 1)] }).compare(entry, day(9), true)).toMatchObject({
      ...{ basis: 'adjusted', factor: 1, adjustment: 'none' },
    });
  });

  it('is unknown over a gap, unless the vendor or a share change explains it', () => {
    const gap = { unexplainedGaps: [day(5)] };
    expect(compare(gap, 3, 9)).toEqual({ basis: 'unknown', factor: null, adjustment: null, knownFrom: day(5) });
    expect(compare(gap, 5, 9)).toMatchObject({ basis: 'adjusted', factor: 1 });
    expect(compare({ ...gap, shareChanges: [share(5, 2)] }, 3, 9)).toMatchObject({ basis: 'adjusted', factor: 2 });
    expect(compare({ ...gap, vendorFactors: [on(3, 1), on(5, 2)] }, 3, 9)).toMatchObject({ factor: 2 });
  });

  it('is unknown over a hole in the market, unless the vendor covers both of its ends', () => {
    const hole = { marketHoles: [{ after: day(4), before: day(90) }] };
    expect(compare(hole, 3, 95)).toMatchObject({ basis: 'unknown', knownFrom: day(90) });
    expect(compare({ ...hole, vendorFactors: [on(1, 2), on(90, 3)] }, 3, 95)).toMatchObject({ factor: 1.5 });
    expect(compare({ ...hole, vendorFactors: [on(90, 3)] }, 3, 95)).toMatchObject({ basis: 'unknown' });
  });

  it('is unknown for an entry within a hole over which the factor changed, as its side is unknown', () => {
    const hole = { marketHoles: [{ after: day(4), before: day(90) }] };
    expect(compare({ ...hole, vendorFactors: [on(1, 2), on(90, 3)] }, 50, 95, 4)).toMatchObject({ basis: 'unknown' });
    expect(compare({ ...hole, vendorFactors: [on(1, 2), on(91, 3)] }, 50, 95, 4)).toMatchObject({ factor: 1.5 });
  });

  it('is unknown before the first bar, unless factors are known back to then', () => {
    expect(compare({}, -9, 9, null)).toEqual({ basis: 'unknown', factor: null, adjustment: null, knownFrom: day(0) });
    expect(compare({ vendorFactors: [on(-8, 1)] }, -9, 9, null)).toMatchObject({ basis: 'unknown' });
    expect(compare({ vendorFactors: [on(-9, 1), on(2, 3)] }, -9, 9, null)).toMatchObject({
      factor: 3,
      knownFrom: day(-9),
    });
    expect(compare({ listDate: day(-5) }, -9, 9, null)).toMatchObject({ basis: 'unknown' });
    expect(compare({ listDate: day(0) }, -9, 9, null)).toMatchObject({ basis: 'adjusted', factor: 1 });
  });

  it('is unknown after the later day', () => {
    expect(compare({}, 10, 9, 9)).toMatchObject({ basis: 'unknown', factor: null });
  });

  it('has for a suspended stock the price of the bar before', () => {
    expect(compare({ exRightCloses: [on(7, 2)] }, 5, 9, 3)).toMatchObject({ factor: 2 });
    expect(compare({ vendorFactors: [on(0, 1), on(4, 2)] }, 5, 9, 3)).toMatchObject({ factor: 2 });
  });
});

describe('backward-adjusted prices', () => {
  it("are the price times the vendor's factor, whichever days are shown", () => {
    const known = knowing({ firstBarDate: day(2), vendorFactors: [on(0, 1), on(3, 8), on(6, 8.4)] });
    for (const from of [2, 4, 7]) {
      const shown = [2, 4, 7].filter((at) => at >= from).map((at) => ({ tradeDate: day(at) }));
      expect(known.backwardPriceMultipliers(shown).at(-1)).toBeCloseTo(8.4, 12);
    }
    expect(known.backwardPriceMultipliers([2, 4].map((at) => ({ tradeDate: day(at) })))).toEqual([1, 8]);
  });

  it('continue from the vendor’s factor by the previous closes of the days before', () => {
    const known = knowing({ vendorFactors: [on(5, 6)], exRightCloses: [on(3, 2)] });
    expect(known.backwardPriceMultipliers([1, 4, 6].map((at) => ({ tradeDate: day(at) })))).toEqual([3, 6, 6]);
  });

  it('are those of the first stored bar if no factor is known', () => {
    const known = knowing({ exRightCloses: [on(3, 2)], shareChanges: [share(3, 2)] });
    const shown = [4, 5].map((at) => ({ tradeDate: day(at) }));
    expect(known.backwardPriceMultipliers(shown)).toEqual([2, 2]);
    expect(known.backwardShareMultipliers(shown)).toEqual([0.5, 0.5]);
  });
});

it('a comparison, forward and backward multipliers agree for any two days', () => {
  const factors = fc.uniqueArray(
    fc.record({ at: fc.integer({ min: 1, max: 30 }), factor: fc.constantFrom(1.01, 1.3, 2) }),
    {
      selector: ({ at }) => at,
    },
  );
  const dated = factors.map((all) => all.toSorted((a, b) => a.at - b.at).map(({ at, factor }) => on(at, factor)));
  const facts = fc.record({
    vendorFactors: dated,
    vendorThrough: fc.option(fc.integer({ min: 1, max: 30 }).map(day)),
    exRightCloses: dated,
    shareChanges: dated.map((all) => all.map((change) => ({ ...change, basis: 'vendor' as const }))),
  });
  fc.assert(
    fc.property(facts, fc.nat(30), fc.nat(30), (known, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      const adjustments = knowing(known);
      const days = Array.from({ length: to - from + 1 }, (_, index) => ({ tradeDate: day(from + index) }));
      const { factor } = adjustments.compare({ date: day(from), barDate: day(from) }, day(to), false);
      const backward = adjustments.backwardPriceMultipliers(days);
      expect(adjustments.priceMultipliers(days)[0]).toBeCloseTo(1 / (factor ?? 0), 9);
      expect((backward.at(-1) ?? 0) / (backward[0] ?? 0)).toBeCloseTo(factor ?? 0, 9);
      if (adjustments.appliedBetween(day(from), day(to)) === 'none') expect(factor).toBe(1);
    }),
  );
});
