import fc from 'fast-check';
import { calendarDayFromEpochDay, calendarDayOf, isoWeekday } from '#lib/kernel';
import type { TradedBar } from './adjusted-bar';
import { adjustedChart, joinBars, priceFactors } from './bar-period';
import { StockAdjustments } from './stock-adjustments';

const FIRST = 19_723; // 2024-01-01, a Monday.

const arbitraryBars = fc.uniqueArray(fc.nat(120), { minLength: 1, maxLength: 60 }).chain((offsets) =>
  fc.tuple(
    ...offsets
      .sort((a, b) => a - b)
      .map((offset) =>
        fc
          .record({ close: fc.integer({ min: 100, max: 9000 }), volume: fc.integer({ min: 1, max: 1e9 }) })
          .map(({ close, volume }): TradedBar => {
            const price = close / 100;
            return {
              tradeDate: calendarDayFromEpochDay(FIRST + offset),
              open: price,
              high: price * 1.05,
              low: price * 0.95,
              close: price,
              preClose: null,
              volume,
              amount: volume * price,
              turnoverPct: offset % 7 === 3 ? null : 1,
              circMarketCap: null,
              upLimit: null,
              downLimit: null,
              isSt: null,
            };
          }),
      ),
  ),
);

describe('bars joined to weeks and months', () => {
  it.each(['week', 'month'] as const)(
    'form a %s that opens with its first day, closes with its last and contains all of them',
    (period) => {
      fc.assert(
        fc.property(arbitraryBars, (traded) => {
          const days = adjustedChart(traded, 'none', StockAdjustments.none);
          const joined = joinBars(days, period, () => true);
          const keyOf = (day: string) =>
            period === 'month'
              ? day.slice(0, 7)
              : String(Math.floor((Date.parse(day) / 86_400_000 + 4 - 1) / 7) - Math.floor((FIRST + 3) / 7));
          const keys = [...new Set(days.map(({ tradeDate }) => keyOf(tradeDate)))];
          expect(joined).toHaveLength(keys.length);
          joined.forEach((bar, index) => {
            const own = days.filter(({ tradeDate }) => keyOf(tradeDate) === keys[index]);
            expect(bar).toMatchObject({
              firstDate: own[0]?.tradeDate,
              tradeDate: own.at(-1)?.tradeDate,
              open: own[0]?.open,
              close: own.at(-1)?.close,
              high: Math.max(...own.map(({ high }) => high)),
              low: Math.min(...own.map(({ low }) => low)),
              volume: own.reduce((sum, { volume }) => sum + volume, 0),
              bars: own.length,
              isPartial: index === joined.length - 1,
            });
            expect(bar.turnoverPct === null).toBe(own.some(({ turnoverPct }) => turnoverPct === null));
          });
        }),
      );
    },
  );

  it('are left unchanged as days', () => {
    fc.assert(
      fc.property(arbitraryBars, (traded) => {
        const days = adjustedChart(traded, 'none', StockAdjustments.none);
        expect(joinBars(days, 'day', () => true)).toEqual(days);
      }),
    );
  });
});

describe('an adjusted chart', () => {
  const FACTS = {
    ...{ firstBarDate: null, listDate: null, vendorFactors: [], vendorThrough: null, exRightCloses: [] },
    ...{ shareChanges: [], unexplainedGaps: [], preCloseMissingOn: null, marketHoles: [] },
  };
  const splitInTheMiddle = (traded: readonly TradedBar[], factor: number): StockAdjustments => {
    const tradeDate = traded[traded.length >> 1]?.tradeDate ?? calendarDayOf('2024-01-01');
    const firstBarDate = traded[0]?.tradeDate ?? null;
    return new StockAdjustments({ ...FACTS, firstBarDate, shareChanges: [{ tradeDate, factor, basis: 'vendor' }] });
  };

  it('ends (qfq) or begins (hfq) as traded, and both differ by one factor', () => {
    fc.assert(
      fc.property(arbitraryBars, fc.constantFrom(1.2, 1.5, 2), (traded, factor) => {
        const adjustments = splitInTheMiddle(traded, factor);
        const [forward, backward] = [
          adjustedChart(traded, 'qfq', adjustments),
          adjustedChart(traded, 'hfq', adjustments),
        ];
        expect(forward.at(-1)?.close).toBeCloseTo(traded.at(-1)?.close ?? 0, 4);
        expect(forward.at(-1)?.volume).toBe(traded.at(-1)?.volume);
        expect(backward[0]?.close).toBeCloseTo(traded[0]?.close ?? 0, 4);
        expect(backward[0]?.volume).toBe(traded[0]?.volume);
        // One bar is first and last at once; else the issue lies between them.
        const between = traded.length === 1 ? 1 : factor;
        forward.forEach((bar, index) => {
          const own = backward[index];
          expect((own?.close ?? 0) / bar.close).toBeCloseTo(between, 2);
        });
      }),
    );
  });

  it('has one backward-adjusted close a day, whichever bar is shown first', () => {
    fc.assert(
      fc.property(arbitraryBars, fc.nat(59), (traded, from) => {
        const adjustments = splitInTheMiddle(traded, 2);
        const shown = traded.slice(Math.min(from, traded.length - 1));
        expect(adjustedChart(shown, 'hfq', adjustments)).toEqual(
          adjustedChart(traded, 'hfq', adjustments).slice(-shown.length),
        );
      }),
    );
  });

  it('has a week of seven days from Monday', () => {
    expect(isoWeekday(calendarDayFromEpochDay(FIRST))).toBe(1);
  });
});

describe('the bars of a chart', () => {
  const at = (offset: number, fields: Partial<TradedBar> = {}): TradedBar => ({
    tradeDate: calendarDayFromEpochDay(FIRST + offset),
    ...{ open: 10, high: 11, low: 9, close: 10, preClose: null, volume: 100, amount: null, turnoverPct: null },
    ...{ circMarketCap: null, upLimit: 11, downLimit: 9, isSt: null },
    ...fields,
  });

  it('know the limit that they closed at, also if the price is adjusted', () => {
    const bars = [at(0), at(1, { close: 11 }), at(2, { close: 9 }), at(3, { close: 11, upLimit: null })];
    const adjustments = halvedOn(2);
    for (const adjust of ['none', 'qfq', 'hfq'] as const) {
      const sides = adjustedChart(bars, adjust, adjustments).map(({ closedAtLimit }) => closedAtLimit);
      expect(sides).toEqual([null, 'up', 'down', null]);
    }
  });

  it('have no limit once they are weeks', () => {
    const days = adjustedChart([at(0), at(1, { close: 11 })], 'none', StockAdjustments.none);
    expect(joinBars(days, 'week', () => false).map(({ closedAtLimit }) => closedAtLimit)).toEqual([null]);
  });

  it('are the traded ones times the factors, which are said once each', () => {
    const bars = [at(0), at(1), at(2), at(3)];
    const days = bars.map(({ tradeDate }) => tradeDate);
    const factors = (adjust: 'none' | 'qfq' | 'hfq') =>
      priceFactors(bars, adjust, halvedOn(2)).map(({ tradeDate, factor }) => [tradeDate, factor]);
    expect(factors('none')).toEqual([[days[0], 1]]);
    expect(factors('qfq')).toEqual([
      [days[0], 0.5],
      [days[2], 1],
    ]);
    expect(factors('hfq')).toEqual([
      [days[0], 1],
      [days[2], 2],
    ]);
    expect(priceFactors([], 'qfq', halvedOn(2))).toEqual([]);
  });

  /** Two shares for one on that day. */
  function halvedOn(offset: number): StockAdjustments {
    return new StockAdjustments({
      ...{ firstBarDate: calendarDayFromEpochDay(FIRST), listDate: null, vendorFactors: [], vendorThrough: null },
      exRightCloses: [],
      shareChanges: [{ tradeDate: calendarDayFromEpochDay(FIRST + offset), factor: 2, basis: 'vendor' }],
      ...{ unexplainedGaps: [], preCloseMissingOn: null, marketHoles: [] },
    });
  }
});
