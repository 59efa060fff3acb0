import fc from 'fast-check';
import { barsOf, type DrawnBar } from '../../../../../test/support/inputs/bar-series';
import { type BarAnalysis, analyseBars } from './bar-analysis';
import { tagDay } from './bar-tags';
import { DAILY } from './thresholds';

/**
 * Bars of a restless stock: quiet stretches, bursts of volume and range, locked bars. Prices on a grid of 1/64 yuan, so that
 * scaling by a power of two is exact.
 */
const restless = fc
  .array(fc.tuple(fc.integer({ min: -24, max: 24 }), fc.nat(16), fc.nat(16), fc.nat(9), fc.nat(40)), {
    minLength: 200,
    maxLength: 420,
    size: 'max',
  })
  .map((steps) => {
    let close = 20;
    return steps.map(([move, up, down, burst, volume]): DrawnBar => {
      const before = close;
      const big = burst === 0 ? 6 : 1;
      close = Math.max(4, close + (move * big) / 64);
      // Pulls the walk back to 20, so that ranges form.
      close += Math.round((20 - close) * 4) / 64;
      if (burst === 9 && volume === 7) return { high: close, low: close, close, volume: 100 };
      const [top, bottom] = [Math.max(before, close), Math.min(before, close)];
      return {
        high: top + (up + 1) / 64,
        low: Math.max(1, bottom - (down + 1) / 64),
        close,
        volume: (volume + 40) * (burst === 0 ? 200 : 64),
      };
    });
  });

jest.setTimeout(120_000);
/** One seed: the walks that it draws show enough of the events. */
const RUNS = { seed: 20_251_122, numRuns: 15 };
const told = (days: readonly BarAnalysis[]) =>
  days.map((day) => ({
    date: day.date,
    events: day.events.events.map(({ event, happenedOn }) => `${event} ${happenedOn}`),
    range: day.events.range !== null,
    reason: day.phase.reason,
    phase: day.phase.phase,
    letter: day.phase.letter,
    tags: tagDay(days, day),
  }));

it('the analysis uses no future: bars added later change no earlier day', () => {
  fc.assert(
    fc.property(restless, fc.double({ min: 0.3, max: 1, noNaN: true }), (drawn, share) => {
      const bars = barsOf(drawn);
      const until = Math.ceil(bars.length * share);
      expect(told(analyseBars(bars.slice(0, until), DAILY))).toEqual(told(analyseBars(bars, DAILY)).slice(0, until));
    }),
    RUNS,
  );
});

it('an event is not reported again for ten bars, and at most two a day and none on a locked bar', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(restless, (drawn) => {
      const last = new Map<string, number>();
      analyseBars(barsOf(drawn), DAILY).forEach(({ events: { events }, bar }, index) => {
        expect(events.length).toBeLessThanOrEqual(2);
        if (bar.locked) expect(events).toEqual([]);
        for (const { event, happenedOn } of events) {
          expect(index - (last.get(event) ?? -Infinity)).toBeGreaterThan(10);
          expect(happenedOn <= bar.bar.tradeDate).toBe(true);
          last.set(event, index);
          seen.set(event, (seen.get(event) ?? 0) + 1);
        }
      });
    }),
    RUNS,
  );
  // The walks do show what the properties speak of.
  expect(seen.size).toBeGreaterThanOrEqual(12);
});

it('the analysis depends neither on the unit of prices nor on that of volumes', () => {
  fc.assert(
    fc.property(restless, fc.constantFrom(0.25, 0.5, 2, 8), fc.constantFrom(0.125, 4, 64), (drawn, price, volume) => {
      const scaled = drawn.map((bar) => ({
        high: bar.high * price,
        low: bar.low * price,
        close: bar.close * price,
        volume: bar.volume * volume,
      }));
      expect(told(analyseBars(barsOf(scaled), DAILY))).toEqual(told(analyseBars(barsOf(drawn), DAILY)));
    }),
    RUNS,
  );
});

it('the averages leave out locked bars', () => {
  fc.assert(
    fc.property(restless, (drawn) => {
      const calm = drawn.filter(({ high, low }) => high > low);
      const close = calm.at(-2)?.close ?? 0;
      const locked = { high: close, low: close, close, volume: 1e9 };
      const [plain, interrupted] = [calm, calm.toSpliced(-1, 0, locked)].map(
        (bars) => analyseBars(barsOf(bars), DAILY).at(-1)?.bar,
      );
      expect(interrupted).toMatchObject({ atr: plain?.atr, rv: plain?.rv, tr: plain?.tr });
    }),
    RUNS,
  );
});
