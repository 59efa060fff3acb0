import type { CycleEvent } from '#lib/tracking';
import { barsOf, type DrawnBar, stepped, walk, waveTo } from '../../../../../test/support/inputs/bar-series';
import { measureBars } from './bar-metrics';
import { readEvents } from './event-reader';
import { DAILY } from './thresholds';

/** Events of the last bar of a series. */
function lastEvents(series: readonly DrawnBar[]): CycleEvent[] {
  const readings = readEvents(measureBars(barsOf(series), DAILY.events), DAILY);
  return (readings.at(-1)?.events ?? []).map(({ event }) => event);
}

const bar = (high: number, low: number, close: number, volume = 1000): DrawnBar => ({ high, low, close, volume });
const join = (...parts: (readonly DrawnBar[])[]): DrawnBar[] => parts.flat();
const after = (before: readonly DrawnBar[], ...bars: DrawnBar[]) => join(before, bars);

/** ATR as the bar after a series sees it. */
function atrAfter(series: readonly DrawnBar[]): number {
  return measureBars(barsOf(after(series, bar(10, 9, 9.5))), DAILY.events).at(-1)?.atr ?? NaN;
}

interface Golden {
  event: CycleEvent;
  /** Series whose last bar fires the event, on the limits of the table if that can be. */
  fires: [what: string, series: DrawnBar[]][];
  /** Series that miss one limit by a little. */
  misses: [what: string, series: DrawnBar[]][];
}

const low = waveTo(9.35, 'down');
const high = waveTo(10.65, 'up');
const rising = waveTo(10.05, 'up');
const falling = waveTo(9.95, 'down');
/** Two bars after the wave's low, four after its high. */
const offLow = waveTo(9.45, 'up');
const offHigh = waveTo(10.35, 'down');
/** Bars as wide as the wave's that go nowhere. */
const level = (count: number, close: number) =>
  Array.from({ length: count }, () => bar(close + 0.1, close - 0.1, close));
const nearCreek = join(rising, walk(rising, 10.65));
const nearIce = join(falling, walk(falling, 9.35));

// SC at 8.5, on 2000 shares and a true range of 0.5.
const beforeSc = join(low, walk(low, 8.9));
const SC = bar(9, 8.5, 8.8, 2000);
const afterSc = after(beforeSc, SC);
const rallied = join(afterSc, walk(afterSc, 9.1));
const pulledBack = after(rallied, bar(9.1, 8.85, 8.95));
// The range of SC and AR: S 8.5, R 9.15.
const nearSc = join(pulledBack, walk(pulledBack, 8.75));
// BC at 12.9, on 3000 shares and a true range of 0.5.
const climbing = waveTo(10.75, 'up');
const beforeBc = join(climbing, walk(climbing, 12.45));
const BC = bar(12.9, 12.4, 12.6, 3000);
const afterBc = after(beforeBc, BC);
const sagged = join(afterBc, walk(afterBc, 12));
const buildRebound = (share: number) => bar(11.95 + share * atrAfter(sagged), 11.97, 12.05);
const rebounded = after(sagged, buildRebound(1.01));
// The range of BC and ARE: S 11.95, R 12.9.
const nearBc = join(rebounded, walk(rebounded, 12.65));

const spring = after(low, bar(9.4, 9.1, 9.3));
const sprung = join(spring, walk(spring, 9.4));
const dipped = after(low, bar(9.35, 9, 9.1));
const idle = (before: readonly DrawnBar[], count: number) =>
  Array.from({ length: count }, () => stepped(before.at(-1)?.close ?? 0, before.at(-1)?.close ?? 0));

/** Bars that go on by so little that none pulls back by an ATR. */
const creep = (before: readonly DrawnBar[], count: number, step: number) => {
  const from = before.at(-1)?.close ?? 0;
  return Array.from({ length: count }, (_, index) => stepped(from + index * step, from + (index + 1) * step));
};

const SOS = bar(10.3, 10.05, 10.26, 1500);
const strong = after(rising, SOS);
const JAC = bar(10.9, 10.65, 10.87, 1500);
const leapt = after(nearCreek, JAC);
const SOW = bar(9.95, 9.7, 9.74, 1500);
const weak = after(falling, SOW);
const lps = (lowest: number, volume: number, close: number) =>
  after(strong, bar(10.28, 10.15, 10.2, volume), bar(10.2, lowest, 10.12, volume), bar(10.3, 10.1, close));
const lpsy = (highest: number, volume: number, close: number) =>
  after(weak, bar(9.85, 9.72, 9.8, volume), bar(highest, 9.8, 9.88, volume), bar(9.9, 9.7, close));
const backUp = (lowest: number) =>
  after(leapt, bar(10.88, 10.75, 10.8, 700), bar(10.8, lowest, 10.7, 700), bar(10.9, 10.7, 10.85));

/** Four swing highs: the wave's 10.8 and three more, by their thrusts; then a fall that confirms the last. */
function thrusts(...sizes: number[]): DrawnBar[] {
  const top = waveTo(10.75, 'up');
  let series = join(top, walk(top, 10.15));
  let extreme = 10.8;
  for (const size of sizes) {
    extreme += size;
    series = join(series, walk(series, extreme - 0.05));
    const untilHere = join(series, walk(series, extreme - 0.5));
    series = size === sizes.at(-1) ? join(series, walk(series, extreme - 0.25)) : untilHere;
  }
  return series;
}

const at = (before: readonly DrawnBar[], make: (atr: number) => DrawnBar) => after(before, make(atrAfter(before)));

const GOLDEN: Golden[] = [
  {
    event: 'PS',
    fires: [
      ['on the limits', after(offLow, bar(9.56, 9.36, 9.46, 2000))],
      ['10 bars after a 60-bar low', join(offLow, level(8, 9.45), [bar(9.56, 9.36, 9.46, 2000)])],
    ],
    misses: [
      ['close 11.9 % under', after(offLow, bar(9.57, 9.37, 9.47, 2000))],
      ['RV 1.99', after(offLow, bar(9.56, 9.36, 9.46, 1990))],
      ['CLV .49', after(offLow, bar(9.564, 9.36, 9.46, 2000))],
      ['TR 1.6 ATR', after(offLow, bar(9.57, 9.25, 9.46, 2000))],
      ['11 bars after a 60-bar low', join(offLow, level(9, 9.45), [bar(9.56, 9.36, 9.46, 2000)])],
      ['before the 60-bar low', after(low, bar(9.56, 9.36, 9.46, 2000))],
    ],
  },
  {
    event: 'SC',
    fires: [
      ['plainly', afterSc],
      ['on the limits', at(beforeSc, (atr) => bar(8.92, 8.92 - 1.6 * atr, 8.815, 2000))],
      ['with the least CLV', after(beforeSc, bar(9, 8.5, 8.675, 2000))],
    ],
    misses: [
      ['close 17.9 % under', after(beforeSc, bar(8.92, 8.6, 8.82, 2000))],
      ['no 60-bar low', join(low, [bar(9.4, 8.4, 9.35)], walk(low, 8.9), [SC])],
      ['TR under 1.6 ATR', at(beforeSc, (atr) => bar(8.92, 8.92 - 1.59 * atr, 8.8, 2000))],
      ['RV 1.99', after(beforeSc, bar(9, 8.5, 8.8, 1990))],
      ['CLV .34', after(beforeSc, bar(9, 8.5, 8.67, 2000))],
    ],
  },
  {
    event: 'AR',
    fires: [
      ['plainly', pulledBack],
      ['pulling back by 1 ATR', at(rallied, (atr) => bar(9.1, 9.15 - atr, 9))],
      ['25 bars after', join(rallied, creep(rallied, 21, 0.01), [bar(9.3, 8.9, 9)])],
    ],
    misses: [
      ['pulling back by .99 ATR', at(rallied, (atr) => bar(9.1, 9.15 - 0.99 * atr, 9))],
      ['a rise of 5.9 %', after(afterSc, stepped(8.8, 8.9), bar(9, 8.85, 8.95), bar(8.95, 8.7, 8.75))],
      ['26 bars after', join(rallied, creep(rallied, 22, 0.01), [bar(9.3, 8.9, 9)])],
      ['a close below the climax first', join(afterSc, [bar(8.8, 8.4, 8.45)], walk([SC], 9.1), [bar(9.1, 8.8, 8.9)])],
    ],
  },
  {
    event: 'ST',
    fires: [
      ['on the limits of volume, TR and CLV', after(nearSc, bar(8.9, 8.55, 8.69, 1200))],
      ['.3 ATR under S', at(nearSc, (atr) => bar(8.75, 8.5 - 0.3 * atr, 8.7))],
      ['.25 H over S', after(nearSc, bar(8.8, 8.6625, 8.75))],
      ['mirrored', after(nearBc, bar(12.85, 12.6, 12.7))],
      ['mirrored, on the limits', after(nearBc, bar(12.85, 12.5, 12.71, 1800))],
    ],
    misses: [
      ['.31 ATR under S', at(nearSc, (atr) => bar(8.75, 8.5 - 0.31 * atr, 8.7))],
      ['.26 H over S', after(nearSc, bar(8.8, 8.669, 8.75))],
      ['61 % of the volume', after(nearSc, bar(8.9, 8.55, 8.69, 1220))],
      ['71 % of the TR', after(nearSc, bar(8.905, 8.55, 8.75))],
      ['CLV .39', after(nearSc, bar(8.9, 8.55, 8.686))],
      ['mirrored, 61 % of the volume', after(nearBc, bar(12.85, 12.5, 12.71, 1830))],
      ['mirrored, CLV .61', after(nearBc, bar(12.85, 12.5, 12.714))],
      ['no range of a climax', after(low, bar(9.4, 9.25, 9.35, 900))],
    ],
  },
  {
    event: 'SPRING',
    fires: [
      ['the same day', spring],
      ['.1 ATR under S', after(low, bar(9.4, 9.18, 9.3))],
      ['2.5 ATR under S', after(low, bar(9.35, 8.7, 9.3))],
      ['the same day on the limits', after(low, bar(9.4, 9.1, 9.25, 2000))],
      ['three bars later', join(dipped, [stepped(9.1, 9.1), stepped(9.1, 9.1), bar(9.3, 9.1, 9.25)])],
    ],
    misses: [
      ['.09 ATR under S', after(low, bar(9.4, 9.182, 9.3))],
      ['2.51 ATR under S', after(low, bar(9.35, 8.698, 9.3))],
      ['closing on S', after(low, bar(9.25, 9.1, 9.2))],
      ['RV 2.01', after(low, bar(9.4, 9.1, 9.3, 2010))],
      ['CLV .49', after(low, bar(9.41, 9.1, 9.25))],
      ['four bars later', join(dipped, idle(dipped, 3), [bar(9.3, 9.1, 9.25)])],
    ],
  },
  {
    event: 'TSO',
    fires: [
      ['on the limits', after(low, bar(9.35, 8.9, 9.3, 1500))],
      ['4 ATR under S', after(low, bar(9.35, 8.4, 9.3, 1500))],
      ['five bars later', join(low, [bar(9.35, 8.8, 8.9, 1500)], idle([stepped(8.9, 8.9)], 4), [bar(9.3, 8.9, 9.25)])],
    ],
    misses: [
      ['1.49 ATR under S', after(low, bar(9.35, 8.902, 9.3, 1500))],
      ['4.01 ATR under S', after(low, bar(9.35, 8.398, 9.3, 1500))],
      ['RV 1.49', after(low, bar(9.35, 8.9, 9.3, 1490))],
      ['six bars later', join(low, [bar(9.35, 8.8, 8.9, 1500)], idle([stepped(8.9, 8.9)], 5), [bar(9.3, 8.9, 9.25)])],
    ],
  },
  {
    event: 'TEST',
    fires: [
      ['on the limits', at(sprung, (atr) => bar(9.4 + 0.4 * atr, 9.4 - 0.5 * atr, 9.4 - 0.05 * atr, 800))],
      ['20 bars after', join(spring, walk(spring, 9.4), idle(sprung, 18), [bar(9.44, 9.35, 9.4, 700)])],
      ['.3 H over S', join(spring, walk(spring, 9.7), [bar(9.75, 9.68, 9.74, 700)])],
    ],
    misses: [
      ['one bar after', after(spring, bar(9.35, 9.2, 9.3, 700))],
      ['21 bars after', join(spring, walk(spring, 9.4), idle(sprung, 19), [bar(9.44, 9.35, 9.4, 700)])],
      ['no higher low', after(sprung, bar(9.28, 9.1, 9.2, 700))],
      ['.31 H over S', join(spring, walk(spring, 9.7), [bar(9.75, 9.697, 9.74, 700)])],
      ['RV .81', after(sprung, bar(9.45, 9.3, 9.4, 810))],
      ['TR .91 ATR', at(sprung, (atr) => bar(9.4 + 0.41 * atr, 9.4 - 0.5 * atr, 9.4, 700))],
      ['CLV .49', after(sprung, bar(9.4, 9.3, 9.349, 700))],
      ['no spring before', join(low, walk(low, 9.25), [bar(9.3, 9.22, 9.28, 700)])],
      [
        'a close below the spring between',
        after(spring, bar(9.3, 9, 9.05), bar(9.3, 9.05, 9.2), bar(9.3, 9.15, 9.25, 700)),
      ],
    ],
  },
  {
    event: 'SOS',
    fires: [
      ['on the limits', after(rising, bar(10.3, 10.06, 10.251, 1500))],
      ['the least CLV', after(rising, bar(10.35, 10.05, 10.26, 1500))],
      ['S + .6 H', join(waveTo(9.85, 'up'), [bar(10.2, 9.85, 10.16, 1500)])],
    ],
    misses: [
      ['under S + .6 H', join(waveTo(9.85, 'up'), [bar(10.2, 9.85, 10.15, 1500)])],
      ['a gain of 1.9 %', after(rising, bar(10.3, 10.04, 10.245, 1500))],
      ['TR 1.19 ATR', after(rising, bar(10.288, 10.05, 10.26, 1500))],
      ['RV 1.49', after(rising, bar(10.3, 10.05, 10.26, 1490))],
      ['CLV .69', after(rising, bar(10.355, 10.05, 10.26, 1500))],
    ],
  },
  {
    event: 'JAC',
    fires: [['over R', leapt]],
    misses: [['.25 ATR over R', join(waveTo(10.55, 'up'), [bar(10.86, 10.55, 10.85, 1500)])]],
  },
  {
    event: 'LPS',
    fires: [
      ['plainly', lps(10.05, 700, 10.25)],
      ['S + .5 H', lps(10, 700, 10.25)],
      ['RV 1', lps(10.05, 750, 10.25)],
    ],
    misses: [
      ['under S + .5 H', lps(9.99, 700, 10.25)],
      ['RV over 1', lps(10.05, 760, 10.25)],
      ['no close over the prior high', lps(10.05, 700, 10.2)],
      ['two bars after', after(strong, bar(10.2, 10, 10.12, 700), bar(10.3, 10.1, 10.25))],
      [
        'a pullback under 1 ATR',
        after(strong, bar(10.25, 10.15, 10.2, 700), bar(10.2, 10.12, 10.15, 700), bar(10.3, 10.1, 10.25)),
      ],
      [
        '26 bars after',
        join(strong, [bar(10.28, 10.15, 10.2, 700)], idle([stepped(10.2, 10.2)], 24), [bar(10.4, 10.1, 10.3)]),
      ],
      [
        'no SOS before',
        after(rising, bar(10.28, 10.05, 10.2, 700), bar(10.2, 10.05, 10.12, 700), bar(10.3, 10.1, 10.25)),
      ],
    ],
  },
  {
    event: 'BU',
    fires: [
      ['near R', backUp(10.65)],
      ['hardly 1 ATR under R', backUp(10.61)],
    ],
    misses: [['farther under R', backUp(10.59)]],
  },
  {
    event: 'PSY',
    fires: [['on the limits', after(offHigh, bar(10.46, 10.26, 10.36, 2000))]],
    misses: [
      ['close 11.9 % over', after(offHigh, bar(10.45, 10.25, 10.35, 2000))],
      ['RV 1.99', after(offHigh, bar(10.46, 10.26, 10.36, 1990))],
      ['CLV .51', after(offHigh, bar(10.46, 10.256, 10.36, 2000))],
      ['TR 1.6 ATR', after(offHigh, bar(10.55, 10.23, 10.36, 2000))],
      ['no 60-bar high within 10 bars', after(waveTo(10.25, 'up'), bar(10.46, 10.26, 10.36, 2000))],
    ],
  },
  {
    event: 'BC',
    fires: [
      ['plainly', afterBc],
      ['on the limits', after(beforeBc, bar(12.75, 12.35, 12.4875, 2500))],
      ['the largest CLV', after(beforeBc, bar(12.9, 12.4, 12.7, 2500))],
    ],
    misses: [
      ['close 34.9 % over', after(beforeBc, bar(12.75, 12.35, 12.487, 2500))],
      ['no 60-bar high', join(climbing, [bar(13, 10.7, 10.75)], walk(climbing, 12.45), [BC])],
      ['TR under 1.6 ATR', after(beforeBc, bar(12.71, 12.392, 12.5, 2500))],
      ['RV 2.49', after(beforeBc, bar(12.9, 12.4, 12.6, 2490))],
      ['CLV .61', after(beforeBc, bar(12.9, 12.4, 12.705, 2500))],
    ],
  },
  {
    event: 'ARE',
    fires: [
      ['plainly', rebounded],
      ['rebounding by 1 ATR', after(sagged, buildRebound(1))],
      ['25 bars after', join(sagged, creep(sagged, 18, -0.01), [bar(12.2, 11.8, 12.1)])],
    ],
    misses: [
      ['rebounding by .99 ATR', after(sagged, buildRebound(0.99))],
      ['a fall of 5.9 %', join(afterBc, walk(afterBc, 12.2), [bar(12.6, 12.2, 12.5)])],
      ['26 bars after', join(sagged, creep(sagged, 19, -0.01), [bar(12.2, 11.8, 12.1)])],
    ],
  },
  {
    event: 'UT',
    fires: [
      ['plainly', after(high, bar(10.9, 10.6, 10.7))],
      ['.1 ATR over R', after(high, bar(10.82, 10.6, 10.65))],
      ['2.5 ATR over R', after(high, bar(11.3, 10.6, 10.7))],
      ['CLV .4, RV .8', after(high, bar(10.9, 10.6, 10.72, 800))],
    ],
    misses: [
      ['.09 ATR over R', after(high, bar(10.818, 10.6, 10.65))],
      ['2.51 ATR over R', after(high, bar(11.302, 10.6, 10.7))],
      ['closing on R', after(high, bar(11.2, 10.6, 10.8))],
      ['CLV .41', after(high, bar(10.9, 10.6, 10.723))],
      ['RV .79', after(high, bar(10.9, 10.6, 10.7, 790))],
      ['coming from over R', after(high, bar(10.95, 10.65, 10.85), bar(10.9, 10.6, 10.7))],
    ],
  },
  {
    event: 'UTAD',
    fires: [['after SOW', join(weak, walk(weak, 9.25), walk([stepped(9.25, 9.25)], 10.65), [bar(10.9, 10.6, 10.7)])]],
    misses: [['without SOW', after(high, bar(10.9, 10.6, 10.7))]],
  },
  {
    event: 'SOW',
    fires: [
      ['on the limits', after(falling, bar(9.94, 9.7, 9.75, 1200))],
      ['the largest CLV', after(falling, bar(9.95, 9.65, 9.74, 1200))],
      ['S + .4 H', join(waveTo(10.15, 'down'), [bar(10.15, 9.8, 9.84, 1200)])],
    ],
    misses: [
      ['over S + .4 H', join(waveTo(10.15, 'down'), [bar(10.15, 9.8, 9.845, 1200)])],
      ['a fall under 1 ATR', after(falling, bar(9.96, 9.7, 9.751, 1200))],
      ['TR 1.19 ATR', after(falling, bar(9.95, 9.712, 9.74, 1200))],
      ['RV 1.19', after(falling, bar(9.95, 9.7, 9.74, 1190))],
      ['CLV .31', after(falling, bar(9.95, 9.645, 9.74, 1200))],
    ],
  },
  {
    event: 'FTI',
    fires: [['under S', after(nearIce, bar(9.35, 9.1, 9.13, 1200))]],
    misses: [['.25 ATR under S', after(nearIce, bar(9.35, 9.1, 9.15, 1200))]],
  },
  {
    event: 'LPSY',
    fires: [
      ['plainly', lpsy(9.95, 700, 9.75)],
      ['S + .5 H', lpsy(10, 700, 9.75)],
      ['RV 1', lpsy(9.95, 750, 9.75)],
    ],
    misses: [
      ['over S + .5 H', lpsy(10.01, 700, 9.75)],
      ['RV over 1', lpsy(9.95, 760, 9.75)],
      ['no close under the prior low', lpsy(9.95, 700, 9.8)],
      ['no SOW before', after(falling, bar(9.85, 9.72, 9.8, 700), bar(9.95, 9.8, 9.88, 700), bar(9.9, 9.7, 9.75))],
    ],
  },
  {
    event: 'EVR',
    fires: [
      ['on the limits, near S', after(low, bar(9.45, 9.25, 9.41, 2000))],
      ['near R', after(high, bar(10.75, 10.55, 10.6, 2000))],
      ['.25 H from S', after(waveTo(9.65, 'down'), bar(9.7, 9.5, 9.6, 2000))],
    ],
    misses: [
      ['RV 1.99', after(low, bar(9.45, 9.25, 9.4, 1990))],
      ['a change of .31 ATR', after(low, bar(9.45, 9.25, 9.412, 2000))],
      ['TR 1.01 ATR', after(low, bar(9.452, 9.25, 9.4, 2000))],
      ['.26 H from S', after(waveTo(9.65, 'down'), bar(9.72, 9.53, 9.616, 2000))],
    ],
  },
  {
    event: 'SOT',
    fires: [['each thrust .7 of the last', thrusts(1, 0.7, 0.49)]],
    misses: [
      ['the second .71', thrusts(1, 0.71, 0.4)],
      ['the third .71', thrusts(1, 0.7, 0.5)],
      ['two thrusts', thrusts(1, 0.7)],
    ],
  },
];

const cases = (kind: 'fires' | 'misses') =>
  GOLDEN.flatMap(({ event, ...golden }) => golden[kind].map(([what, series]) => ({ event, what, series })));

it('each of the 21 events has a series', () => {
  expect(new Set(GOLDEN.map(({ event }) => event)).size).toBe(21);
});

it('no event fires on a quiet range', () => {
  expect(
    readEvents(measureBars(barsOf(waveTo(10.65, 'up')), DAILY.events), DAILY).flatMap(({ events }) => events),
  ).toEqual([]);
});

it.each(cases('fires'))('$event fires: $what', ({ event, series }) => {
  expect(lastEvents(series)).toContain(event);
});

it.each(cases('misses'))('$event just misses: $what', ({ event, series }) => {
  expect(lastEvents(series)).not.toContain(event);
});

it.each(cases('fires'))('$event does not fire on a locked bar: $what', ({ series }) => {
  const close = series.at(-1)?.close ?? 0;
  expect(lastEvents([...series.slice(0, -1), bar(close, close, close, 5000)])).toEqual([]);
});

/** What the last bar of a series reads, if it closes at a limit. */
function lastReading(series: readonly DrawnBar[], limits: { upLimit?: number; downLimit?: number } = {}) {
  const bars = barsOf(series).map((drawn, index) => (index === series.length - 1 ? { ...drawn, ...limits } : drawn));
  const reading = readEvents(measureBars(bars, DAILY.events), DAILY).at(-1);
  if (reading === undefined) throw new Error('nothing read');
  return { ...reading, names: reading.events.map(({ event }) => event) };
}

describe('a range', () => {
  /** A trend of 200 bars to the first close of the wave, too steep to be a box. */
  const trend = (from: number, series: readonly DrawnBar[]) =>
    join(
      Array.from({ length: 200 }, (_, index) => from + ((10.7 - from) * index) / 199).flatMap((close) =>
        level(1, close),
      ),
      series.slice(120),
    );

  it.each([
    ['SOW', after(falling, SOW), '结构失败'],
    ['FTI', after(nearIce, bar(9.35, 9.05, 9.08, 1200)), '结构失败'],
  ])('after a fall reports %s as a failed structure', (event, series, words) => {
    const { names, range, events } = lastReading(trend(17, series));
    expect(range?.side).toBe('accumulation');
    expect(names).toContain(event);
    expect(events.find((fired) => fired.event === event)?.explanation).toContain(words);
  });

  it.each([
    ['SOS', after(rising, SOS)],
    ['JAC', after(nearCreek, bar(10.95, 10.65, 10.92, 1500))],
  ])('after a rise reports %s as re-accumulation', (event, series) => {
    const { names, range, events } = lastReading(trend(6, series));
    expect(range?.side).toBe('distribution');
    expect(names).toContain(event);
    expect(events.find((fired) => fired.event === event)?.explanation).toContain('再吸筹');
  });

  it('has its side from the trend before it, whatever the day itself does', () => {
    // From 10.25 to 12.4 are 21 %, from 10.25 to the day before 4 %.
    const leap = lastReading(after(nearCreek, bar(12.45, 10.65, 12.4, 1500)));
    expect(leap.names).toContain('JAC');
    expect(leap.range?.side).toBe(lastReading(nearCreek).range?.side);
  });

  it('keeps its edges from the day it is first valid until it is left', () => {
    const short = rising.slice(90);
    const wick = after(short, bar(10.15, 9.1, 10.1));
    const later = join(wick, walk(wick, 10.65), level(70, 10.6));
    const [early, late] = [lastReading(short).range, lastReading(later).range];
    expect(late).toEqual(early);
    expect(late?.support).toBe(9.2);
    const out = join(later, walk(later, 11), level(2, 11.1));
    expect(lastReading(out).range?.id).toBe(early?.id);
    expect(lastReading(join(out, level(1, 11.1))).range).toBeNull();
    // The next one holds none of its bars.
    expect(lastReading(join(out, level(63, 11.1))).range).toBeNull();
    expect(lastReading(join(out, level(64, 11.1))).range).toMatchObject({ support: 11, resistance: 11.2 });
  });

  /** A flat stretch with lows at 9.2 on the given bars. */
  const touched = (...lows: number[]) =>
    Array.from({ length: 150 }, (_, index) => (lows.includes(index) ? bar(10.1, 9.2, 10) : bar(10.1, 9.9, 10)));
  const dip = bar(10, 9.1, 9.8, 1000);

  it('has a spring where its support was touched twice, else a shakeout without the name', () => {
    expect(lastReading(after(touched(20, 40), dip))).toMatchObject({ names: ['SPRING'], isShakeout: true });
    expect(lastReading(after(touched(20), dip))).toMatchObject({ names: [], isShakeout: true });
    // Without a rise between, two lows are one touch.
    expect(lastReading(after(touched(), dip)).isShakeout).toBe(false);
  });

  it('of a climax needs no touches', () => {
    const { names, range } = lastReading(after(nearSc, bar(8.8, 8.4, 8.75)));
    expect(range?.origin).toBe('climax');
    expect(names).toContain('SPRING');
  });
});

describe('a close at the limit', () => {
  it('is a sign of strength on any volume', () => {
    const quiet = after(rising, bar(10.3, 10.1, 10.3, 400));
    expect(lastReading(quiet).names).toEqual([]);
    expect(lastReading(quiet, { upLimit: 10.3 }).names).toEqual(['SOS']);
    const weakening = after(falling, bar(9.9, 9.7, 9.7, 400));
    expect(lastReading(weakening, { downLimit: 9.7 }).names).toEqual(['SOW']);
  });

  it('may be a selling climax that closes on its low, given the volume', () => {
    const sold = (volume: number) => after(beforeSc, bar(8.9, 8.3, 8.3, volume));
    expect(lastReading(sold(2000)).names).not.toContain('SC');
    expect(lastReading(sold(2000), { downLimit: 8.3 }).names).toContain('SC');
    expect(lastReading(sold(1990), { downLimit: 8.3 }).names).not.toContain('SC');
  });

  it('is no quiet test', () => {
    const tested = after(sprung, bar(9.44, 9.35, 9.44, 700));
    expect(lastReading(tested).names).toContain('TEST');
    expect(lastReading(tested, { upLimit: 9.44 }).names).not.toContain('TEST');
    const second = after(nearSc, bar(8.8, 8.6, 8.8));
    expect(lastReading(second).names).toContain('ST');
    expect(lastReading(second, { upLimit: 8.8 }).names).not.toContain('ST');
  });
});

it('effort without result has a direction', () => {
  const readExplanation = (series: DrawnBar[]) =>
    lastReading(series).events.find(({ event }) => event === 'EVR')?.explanation;
  expect(readExplanation(after(low, bar(9.45, 9.25, 9.41, 2000)))).toMatch(/^近 S 放量不跌，需求承接：/);
  expect(readExplanation(after(high, bar(10.75, 10.55, 10.6, 2000)))).toMatch(/^近 R 放量不涨，供应压制：/);
});

it('an event that the limit of two left out may be reported later', () => {
  const crowded = after(beforeSc, { ...SC, volume: 4000 });
  const back = join(crowded, walk(crowded, 9.1), [bar(9.1, 8.85, 8.95)], walk([stepped(9, 8.95)], 8.65));
  const quiet = bar(8.7, 8.56, 8.65, 2000);
  const { names, leftOut } = lastReading(after(back, quiet));
  expect({ names, leftOut: leftOut.map(({ event }) => event) }).toEqual({ names: ['ST', 'PS'], leftOut: ['EVR'] });
  expect(lastReading(after(back, quiet, quiet)).names).toEqual(['EVR']);
});
