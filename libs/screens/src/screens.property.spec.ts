import fc from 'fast-check';
import { findFrom, valuesOf } from '../../../test/support/inputs/screens/find-on';
import { waveTo } from '../../../test/support/inputs/bar-series';
import { TYPICAL_BARS } from '../../../test/support/inputs/screens/typical-bars';
import { cutBars, type PlainBar, stockBarsOf } from '../../../test/support/inputs/screens/stock-bars-of';
import type { Screen } from './domain/screen';
import type { StockFlow } from './domain/stock-flow';
import { fundamental } from './fundamental/fundamental';
import { SCREENS } from './screens';
import { OWN_EVENTS } from './signals/own-events';

/** Changes of the close in percent: quiet days, the limits, and what lies between. */
const change = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -150, max: 150 }).map((pct) => pct / 100) },
  { weight: 2, arbitrary: fc.integer({ min: -9, max: 9 }) },
  { weight: 1, arbitrary: fc.constantFrom(-10, 10) },
);

interface Drawn {
  change: number;
  up: number;
  down: number;
  gap: number;
  volume: number;
  locked: boolean;
  missed: number;
}

const drawn = fc.record<Drawn>({
  change,
  up: fc.integer({ min: 0, max: 3 }),
  down: fc.integer({ min: 0, max: 12 }),
  gap: fc.constantFrom(0, 0, -1, 1),
  volume: fc.oneof(fc.integer({ min: 900, max: 1100 }), fc.constantFrom(400, 500, 2500, 6000, 12_000)),
  locked: fc.integer({ min: 0, max: 19 }).map((dice) => dice === 0),
  missed: fc.integer({ min: 0, max: 39 }).map((dice) => (dice === 0 ? 3 : 0)),
});

const fen = (price: number) => Math.max(0.05, Math.round(price * 100) / 100);

/** Bars that walk on from a close, at prices of whole fen. */
function walk(from: number, steps: readonly Drawn[]): PlainBar[] {
  let close = from;
  return steps.map((step) => {
    const open = fen(close * (1 + step.gap / 100));
    close = fen(close * (1 + step.change / 100));
    if (step.locked) return { open: close, high: close, low: close, close, volume: step.volume, amount: 3e8 };
    const high = fen(Math.max(open, close) * (1 + step.up / 100));
    const low = fen(Math.min(open, close) * (1 - step.down / 100));
    return { open, high, low, close, volume: step.volume, amount: 3e8 };
  });
}

/** Random bars, the typical bars of a screen, random bars; a day missed now and then in the random ones. */
function joined(before: readonly Drawn[], typical: readonly PlainBar[], after: readonly Drawn[]) {
  const first = typical[0]?.close ?? 10;
  const bars = [...walk(first, before), ...typical, ...walk(typical.at(-1)?.close ?? first, after)];
  const missed = [...before.map((step) => step.missed), ...typical.map(() => 0), ...after.map((step) => step.missed)];
  let day = 1000;
  return bars.map((bar, at) => {
    day += 1 + (missed[at] ?? 0);
    return { ...bar, day };
  });
}

type Values = Parameters<Screen['find']>[2];

/** Values within the limits of a screen's parameters; half of the time its defaults. */
function valuesFor(screen: Screen): fc.Arbitrary<Values> {
  const each = Object.entries(screen.parameters).map(([name, parameter]) => {
    if ('enum' in parameter) return [name, fc.constantFrom<string | number>(...parameter.enum)] as const;
    if (parameter.type === 'boolean') return [name, fc.boolean()] as const;
    const { minimum: min, maximum: max } = parameter;
    return [
      name,
      parameter.type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true }),
    ] as const;
  });
  const any = fc.record(Object.fromEntries<fc.Arbitrary<unknown>>(each)) as fc.Arbitrary<Values>;
  return fc.oneof(fc.constant(valuesOf<Values>(screen)), any);
}

/** Some of many, over the whole of them. */
function spread(positions: readonly number[]): number[] {
  const step = Math.ceil(positions.length / 12);
  return positions.filter((_, place) => place % step === 0);
}

/** In and out of every stock in turn, by amounts that change from day to day. */
const flow: StockFlow = { vendor: 'tushare', net: (flowClass, day) => Math.sin(day * 1.3 + flowClass.length) * 1e7 };
const INPUTS = { flow };

/** What a screen finds for one bar, whichever bar that is: a range of days may hold it. */
function findFor(screen: Screen, bars: Parameters<Screen['find']>[0], at: number, values: Values) {
  return [...findFrom(screen, bars, at, values, INPUTS)].map(([found, hit]) => ({ back: at - found, hit }));
}

/** Events need the bars of a range, or few of them would fire; screens of reports judge companies on one day. */
const isCheckedElsewhere = (screen: Screen) => OWN_EVENTS.includes(screen) || screen === fundamental;

describe.each(SCREENS.filter((screen) => !isCheckedElsewhere(screen)).map((screen) => [screen.id, screen] as const))(
  '%s',
  (id, screen) => {
    const typical = TYPICAL_BARS[id] ?? [];

    it('answers for a bar from the bars that it needs alone, in a sweep as on one day', () => {
      let found = 0;
      // The pool needs more than a year.
      const length = typical.length > 0 ? { minLength: 1, maxLength: 80 } : { minLength: 430, maxLength: 480 };
      const cases = fc.tuple(
        fc.array(drawn, { ...length, size: 'max' }),
        fc.array(drawn, { minLength: 1, maxLength: 20, size: 'max' }),
        valuesFor(screen),
      );
      fc.assert(
        fc.property(cases, ([before, after, values]) => {
          const bars = stockBarsOf(joined(before, typical, after));
          const { bars: needed, withinDays = 1 } = screen.needs(values);
          // A range of days is judged on its last day alone.
          const sweep = withinDays === 1 ? findFrom(screen, bars, 0, values, INPUTS) : undefined;
          found += sweep?.size ?? 0;
          const all = Array.from({ length: bars.count }, (_, at) => at);
          for (const at of new Set([...spread([...(sweep?.keys() ?? [])]), ...spread(all), bars.count - 1])) {
            const cut = cutBars(bars, Math.max(0, at - (needed ?? bars.count) + 1), at);
            const here = findFor(screen, cut, cut.count - 1, values);
            const hit = sweep?.get(at);
            const wanted = hit === undefined ? [] : [{ back: 0, hit }];
            expect(here).toEqual(sweep === undefined ? findFor(screen, cutBars(bars, 0, at), at, values) : wanted);
            if (sweep === undefined) found += here.length;
          }
        }),
        { numRuns: 20 },
      );
      expect(found).toBeGreaterThan(0);
    });
  },
);

it('an event of the rules model is found on one day as in a sweep, from the bars that it needs alone', () => {
  const range = waveTo(10.05, 'up').map((bar, at, all) => ({ ...bar, open: all[at - 1]?.close ?? bar.close }));
  const found = new Map<string, number>();
  const cases = fc.tuple(
    fc.array(drawn, { minLength: 60, maxLength: 120, size: 'max' }),
    fc.integer({ min: 1, max: 200 }),
  );
  fc.assert(
    fc.property(cases, ([after, listDays]) => {
      const bars = stockBarsOf(
        [
          ...range,
          ...range,
          ...joined([], range.slice(-1), after)
            .slice(1)
            .map(({ day: _day, ...bar }) => bar),
        ],
        { listDays },
      );
      for (const screen of OWN_EVENTS) {
        const needed = screen.needs({}).bars ?? bars.count;
        const sweep = findFrom(screen, bars, 0, {});
        found.set(screen.id, (found.get(screen.id) ?? 0) + sweep.size);
        const all = Array.from({ length: bars.count }, (_, at) => at);
        for (const at of new Set([...spread([...sweep.keys()]), ...spread(all), bars.count - 1])) {
          const cut = cutBars(bars, Math.max(0, at - needed + 1), at);
          const last = cut.count - 1;
          expect(findFrom(screen, cut, last, {}).get(last)).toEqual(sweep.get(at));
        }
      }
    }),
    { numRuns: 8 },
  );
  expect([...found.values()].filter((count) => count > 0).length).toBeGreaterThan(8);
});
