import fc from 'fast-check';
import { calendarDayOf } from '#lib/kernel';
import { type CycleEvent, CYCLE_EVENT_NAMES } from '#lib/tracking';
import { barsOf, type DrawnBar, walk, waveTo } from '../../../../test/support/inputs/bar-series';
import { findDayContradictions, findWeekContradictions } from './event-gates';
import { answerByRules } from './rules/answer-by-rules';

const bar = (high: number, low: number, close: number, volume = 1000): DrawnBar => ({ high, low, close, volume });
// The wave runs between 9.2 and 10.8 with an ATR of .2; so far it stands at the lower, the middle, or the upper end.
const low = waveTo(9.35, 'down');
const middle = waveTo(10.05, 'up');
const high = waveTo(10.65, 'up');

const FIRST = calendarDayOf('2024-01-01');

/** Why the last bar contradicts the event, as a day and as a week that has no other day. */
function reasons(series: readonly DrawnBar[], event: CycleEvent): (string | undefined)[] {
  const bars = barsOf(series);
  const day = bars.at(-1)?.tradeDate;
  if (day === undefined) throw new Error('no bar');
  const [ofDay] = findDayContradictions(bars, day, [event]);
  const [ofWeek] = findWeekContradictions(bars, day, [event]);
  return [ofDay?.reason, ofWeek?.reason];
}

const UP = bar(10.3, 10.05, 10.26);
const DOWN = bar(10.1, 9.8, 9.82);
const DIP = bar(9.4, 9.1, 9.3);
const THRUST = bar(11, 10.6, 10.65);

describe('the gates of events', () => {
  it.each<[event: CycleEvent, allowed: DrawnBar[], refused: DrawnBar[], reason: string]>([
    ['SOS', [...middle, UP], [...middle, DOWN], 'the close is not above the one before'],
    ['JAC', [...middle, UP], [...middle, DOWN], 'the close is not above the one before'],
    ['SOW', [...middle, DOWN], [...middle, UP], 'the close is not below the one before'],
    ['FTI', [...middle, DOWN], [...middle, UP], 'the close is not below the one before'],
    ['SPRING', [...low, DIP], [...high, THRUST], 'no low of the last days is near the 20-bar low'],
    ['TSO', [...low, DIP], [...high, THRUST], 'no low of the last days is near the 20-bar low'],
    ['UT', [...high, THRUST], [...low, DIP], 'the high is not near the 20-bar high'],
    ['UTAD', [...high, THRUST], [...high, bar(11, 10.6, 10.95)], 'the close is in the upper half of the bar'],
    ['SC', [...low, bar(9.3, 8.5, 8.7, 3000)], [...high, THRUST], 'the low is not near the 20-bar low'],
    [
      'SC',
      [...low, bar(9.3, 8.5, 8.7)],
      [...low, bar(9.8, 9.1, 9.7)],
      'the close is less than 10 % under the highest of 60 bars',
    ],
    ['BC', [...high, bar(11.6, 10.7, 11.3)], [...low, DIP], 'the high is not near the 20-bar high'],
    ['PS', [...low, DIP], [...high, THRUST], 'the close is less than 5 % under the highest of 60 bars'],
    ['PSY', [...high, THRUST], [...low, DIP], 'the close is less than 5 % over the lowest of 60 bars'],
    ['EVR', [...middle, bar(10.15, 10, 10.08, 3000)], [...middle, bar(10.8, 10.05, 10.7)], 'the close changed by much'],
  ])('%s', (event, allowed, contradicted, reason) => {
    expect(reasons(allowed, event)).toEqual([undefined, undefined]);
    expect(reasons(contradicted, event)[0]).toBe(reason);
  });

  it.each(CYCLE_EVENT_NAMES)('a one-price bar shows no %s', (event) => {
    expect(reasons([...middle, bar(11, 11, 11)], event)[0]).toBe('a one-price bar shows no event');
  });

  it('of a week check its own bar and each of its days', () => {
    const fallen = [...middle, ...walk(middle, 9.55)];
    // So many bars that the two that follow are a Wednesday and a Thursday: the week falls, but rose by 3 % on one day.
    const start = (fallen.length + 3) % 5;
    const toWeek = (...bars: DrawnBar[]) => {
      const series = barsOf([...fallen.slice(start), ...bars]);
      const end = series.at(-1)?.tradeDate;
      return end === undefined ? [] : findWeekContradictions(series, end, ['SOS', 'SOW']);
    };
    expect(toWeek(bar(9.9, 9.5, 9.88), bar(9.9, 9.2, 9.3))).toEqual([]);
    expect(toWeek(bar(9.6, 9.5, 9.58), bar(9.6, 9.2, 9.3))).toEqual([
      { event: 'SOS', reason: 'the close is not above the one before' },
    ]);
  });

  it('of a week compare its close with those of sixty weeks', () => {
    const flat = Array.from({ length: 320 }, () => bar(10.1, 9.9, 10));
    const end = (series: ReturnType<typeof barsOf>) => series.at(-1)?.tradeDate ?? FIRST;
    const standing = barsOf(flat);
    expect(findWeekContradictions(standing, end(standing), ['PSY'])).toHaveLength(1);
    // 15 % up, and nothing of it in the last sixty days.
    const risen = barsOf([...flat.slice(0, 100), ...Array.from({ length: 220 }, () => bar(11.6, 11.4, 11.5))]);
    expect(findWeekContradictions(risen, end(risen), ['PSY'])).toEqual([]);
    expect(findDayContradictions(risen, end(risen), ['PSY'])).toHaveLength(1);
  });

  it('let pass what too few bars, or none, can contradict', () => {
    const bars = barsOf(middle.slice(0, 5));
    const last = bars.at(-1)?.tradeDate;
    if (last === undefined) throw new Error('no bar');
    expect(findDayContradictions(bars, last, ['SPRING', 'SC', 'BC', 'EVR'])).toEqual([]);
    expect(findDayContradictions([], last, ['SC'])).toEqual([]);
    expect(findWeekContradictions([], last, ['SC'])).toEqual([]);
  });

  it('reject no event of the rules, on any bars, by day and by week', () => {
    // Steps of up to 6 % with shadows and now and then a lot of volume: ranges, climaxes, breaks and locked bars.
    const restless = fc.array(
      fc.tuple(fc.integer({ min: -24, max: 24 }), fc.nat(16), fc.nat(16), fc.nat(9), fc.nat(40)),
      { minLength: 200, maxLength: 330 },
    );
    let events = 0;
    fc.assert(
      fc.property(restless, (steps) => {
        let close = 10;
        const bars = barsOf(
          steps.map(([step, up, down, shape, volume]) => {
            const from = close;
            close = Math.max(1, close * (1 + (shape === 0 ? step / 400 : step / 1600)));
            if (shape === 1) return bar(close, close, close, 100);
            const [top, bottom] = [Math.max(from, close), Math.min(from, close)];
            return bar(top * (1 + up / 1000), bottom * (1 - down / 1000), close, 300 + volume * volume * 4);
          }),
        );
        const days = bars.slice(-150).map(({ tradeDate }) => tradeDate);
        const session = {
          ...{ sessionId: 1, code: '600519', stockName: null, entryDate: FIRST },
          ...{ currentPrimaryPhase: null, summaryNote: null },
        };
        const common = { session, dataThrough: days.at(-1) ?? FIRST, bars };
        for (const { date, judgement } of answerByRules({ kind: 'daily', ...common, days }).judgements) {
          events += judgement.cycleEvents.length;
          expect([date, findDayContradictions(bars, date, judgement.cycleEvents)]).toEqual([date, []]);
        }
        const weeks = days.filter((day) => new Date(day).getUTCDay() === 5);
        const weekly = answerByRules({ kind: 'weekly', ...common, weeks, csvText: '', rows: [] });
        for (const { date, judgement } of weekly.judgements) {
          expect([date, findWeekContradictions(bars, date, judgement.cycleEvents)]).toEqual([date, []]);
        }
      }),
      { numRuns: 20 },
    );
    expect(events).toBeGreaterThan(50);
  });
});
