import { type DrawnBar, walk, waveTo } from '../../../../test/support/inputs/bar-series';
import { findFrom } from '../../../../test/support/inputs/screens/find-on';
import { type PlainBar, stockBarsOf } from '../../../../test/support/inputs/screens/stock-bars-of';
import { OWN_EVENTS } from './own-events';

const plain = (drawn: readonly DrawnBar[], changes: Partial<PlainBar> = {}): PlainBar[] =>
  drawn.map((bar, at) => ({
    ...bar,
    open: Math.min(bar.high, Math.max(bar.low, drawn[at - 1]?.close ?? bar.close)),
    limitUp: 99,
    ...(at === drawn.length - 1 ? changes : {}),
  }));

/** What fires on the last bar, with its evidence. */
function firedOn(bars: readonly PlainBar[]) {
  const columns = stockBarsOf(bars);
  return Object.fromEntries(
    OWN_EVENTS.flatMap((screen) =>
      [...findFrom(screen, columns, columns.count - 1, {}).values()].map(({ evidence }) => [screen.id, evidence]),
    ),
  );
}

const rising = waveTo(10.05, 'up');
const SOS: DrawnBar = { high: 10.3, low: 10.05, close: 10.26, volume: 1500 };
const low = waveTo(9.35, 'down');
const nearCreek = [...rising, ...walk(rising, 10.65)];
const beforeSc = [...low, ...walk(low, 8.9)];

it('there is one for each event of the rules model', () => {
  expect(OWN_EVENTS.map(({ id }) => id)).toHaveLength(21);
  expect(new Set(OWN_EVENTS.map(({ source }) => source))).toEqual(new Set(['战术信号库']));
});

it('each has what its rule measured, under the keys that it declares', () => {
  const fired = firedOn(plain([...rising, SOS]));
  expect(fired).toEqual({
    event_sos: {
      ...{ happenedDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, price: 10.26 },
      ...{ support: 9.2, resistance: 10.8, volumeRatio: 1.5, clv: 0.84, trAtr: 1.25 },
      ...{ changePct: 2.09, changeAtr: 1.05 },
    },
  });
  expect(Object.keys(fired['event_sos'] ?? {})).toEqual(
    OWN_EVENTS.find(({ id }) => id === 'event_sos')?.evidence.map(({ key }) => key),
  );
});

it.each<[string, DrawnBar[], string[]]>([
  ['a spring', [...low, { high: 9.4, low: 9.1, close: 9.3, volume: 1000 }], ['event_spring']],
  ['a jump', [...nearCreek, { high: 10.9, low: 10.65, close: 10.87, volume: 1500 }], ['event_jac']],
  ['a climax', [...beforeSc, { high: 9, low: 8.5, close: 8.8, volume: 2000 }], ['event_sc']],
  ['too little volume', [...rising, { ...SOS, volume: 1490 }], []],
])('%s', (_what, bars, events) => {
  expect(Object.keys(firedOn(plain(bars)))).toEqual(events);
});

it('a close at the limit is a sign of strength on any volume', () => {
  const bars = [...rising, { high: 10.3, low: 10.1, close: 10.3, volume: 400 }];
  expect(Object.keys(firedOn(plain(bars)))).toEqual([]);
  expect(Object.keys(firedOn(plain(bars, { limitUp: 10.3 })))).toEqual(['event_sos']);
});

it('prices and volumes are those after a bonus issue', () => {
  const bars = plain([...rising, SOS]);
  // Twice the shares at half the price from the last bar on.
  const half = bars.map((bar, at) =>
    at < bars.length - 1
      ? {
          ...bar,
          open: (bar.open ?? 0) * 2,
          high: (bar.high ?? 0) * 2,
          low: (bar.low ?? 0) * 2,
          close: bar.close * 2,
          volume: 500,
        }
      : { ...bar, referenceClose: 10.05 },
  );
  expect(firedOn(half)).toMatchObject({ event_sos: { support: expect.closeTo(9.2, 8), volumeRatio: 1.5 } });
});
