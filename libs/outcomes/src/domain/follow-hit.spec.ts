import { findEntry, findExit, measureReturn, type TradedBars } from './follow-hit';

interface Day {
  /** Open day; left out: the day after the bar before. */
  day?: number;
  open?: number;
  high?: number;
  low?: number;
  close?: number;
  up?: number;
  down?: number;
  /** What prices before the day are divided by. */
  factor?: number;
}

function barsOf(days: readonly Day[]): TradedBars {
  const column = (read: (day: Day) => number) => Float64Array.from(days, read);
  const openDay = new Int32Array(days.length);
  for (const [at, { day }] of days.entries()) openDay[at] = day ?? (at === 0 ? 100 : (openDay[at - 1] ?? 0) + 1);
  const multiplier = days.map((_, at) => days.slice(at + 1).reduce((product, { factor = 1 }) => product / factor, 1));
  const adjusted = (read: (day: Day) => number) =>
    Float64Array.from(days, (day, at) => read(day) * (multiplier[at] ?? 1));
  const open = ({ open: price = 10 }: Day) => price;
  const close = ({ close: price = 10 }: Day) => price;
  const high = (day: Day) => day.high ?? Math.max(open(day), close(day)) + 0.1;
  const low = (day: Day) => day.low ?? Math.min(open(day), close(day)) - 0.1;
  return {
    ...{ count: days.length, openDay },
    ...{ tradedOpen: column(open), tradedHigh: column(high), tradedLow: column(low) },
    limitUpAt: (at: number) => days[at]?.up ?? NaN,
    limitDownAt: (at: number) => days[at]?.down ?? NaN,
    ...{ open: adjusted(open), high: adjusted(high), low: adjusted(low), close: adjusted(close) },
  };
}

const LATER = { lastDay: 1000, isDelisted: false };

describe('the entry', () => {
  it('is the next open', () => {
    expect(findEntry(barsOf([{}, { open: 10.9, up: 11 }]), 0, LATER)).toEqual({ outcome: 'filled', at: 1 });
  });

  it('waits while the open is at the upper limit, to half a fen, though it traded lower later', () => {
    const bars = barsOf([{}, { open: 11, low: 10.5, up: 11 }, { open: 12.0999999999, up: 12.1 }, { open: 12, up: 13 }]);
    expect(findEntry(bars, 0, LATER)).toEqual({ outcome: 'filled', at: 3 });
  });

  it('gives up after five open days, of which a suspended one is one', () => {
    const limit = { open: 11, up: 11 };
    expect(findEntry(barsOf([{}, limit, limit, limit, limit, {}]), 0, LATER)).toEqual({ outcome: 'filled', at: 5 });
    expect(findEntry(barsOf([{}, limit, limit, limit, limit, limit, {}]), 0, LATER).outcome).toBe('unfillable');
    expect(findEntry(barsOf([{}, limit, { day: 106 }]), 0, LATER).outcome).toBe('unfillable');
    expect(findEntry(barsOf([{}, limit, { day: 105 }]), 0, LATER)).toEqual({ outcome: 'filled', at: 2 });
  });

  it('counts its tries from the day of the hit, where the stock had no bar on it', () => {
    // Its newest bar is of day 100.
    const bars = barsOf([{}, { day: 109 }, { day: 110 }]);
    expect(findEntry(bars, 0, LATER, 104)).toEqual({ outcome: 'filled', at: 1 });
    expect(findEntry(bars, 0, LATER, 103).outcome).toBe('unfillable');
    expect(findEntry(barsOf([{ day: 105 }]), -1, LATER, 104)).toEqual({ outcome: 'filled', at: 0 });
  });

  it('is open while days to try it are still to come, unless the stock is gone', () => {
    const bars = barsOf([{}, { open: 11, up: 11 }]);
    expect(findEntry(bars, 0, { lastDay: 104, isDelisted: false }).outcome).toBe('pending');
    expect(findEntry(bars, 0, { lastDay: 105, isDelisted: false }).outcome).toBe('unfillable');
    expect(findEntry(bars, 0, { lastDay: 101, isDelisted: true }).outcome).toBe('unfillable');
  });
});

describe('the exit', () => {
  const week: Day[] = [{}, {}, {}, {}, {}, {}];

  it('is the close of the horizon’s last day, the entry’s being day 0', () => {
    expect(findExit(barsOf(week), 1, 1, LATER)).toEqual({ at: 2, delay: 0, delisted: false });
    expect(findExit(barsOf(week), 0, 5, LATER)).toEqual({ at: 5, delay: 0, delisted: false });
  });

  it('waits for a suspended stock, and for one that is locked at its lower limit', () => {
    expect(findExit(barsOf([{}, {}, { day: 107 }]), 0, 3, LATER)).toEqual({ at: 2, delay: 4, delisted: false });
    const locked = { open: 9, close: 9, high: 9, low: 9, down: 9 };
    expect(findExit(barsOf([{}, locked, locked, {}]), 0, 1, LATER)).toEqual({ at: 3, delay: 2, delisted: false });
    expect(findExit(barsOf([{}, { ...locked, high: 9.01 }, {}]), 0, 1, LATER)).toMatchObject({ at: 1 });
    expect(findExit(barsOf([{}, { ...locked, down: 8.9 }, {}]), 0, 1, LATER)).toMatchObject({ at: 1 });
  });

  it('is not known before the horizon has ended', () => {
    expect(findExit(barsOf(week), 1, 5, { lastDay: 105, isDelisted: false })).toBeUndefined();
    expect(findExit(barsOf([{}, {}]), 0, 2, { lastDay: 110, isDelisted: false })).toBeUndefined();
  });

  it('is the last close of a stock that has left', () => {
    expect(findExit(barsOf([{}, {}, {}]), 0, 20, { lastDay: 1000, isDelisted: true })).toEqual({
      ...{ at: 2, delay: 0, delisted: true },
    });
  });
});

describe('the return', () => {
  it('is from the open to the close, with the best and the worst on the way', () => {
    const bars = barsOf([
      { open: 10, high: 15, low: 9.5 },
      { open: 10, high: 11, low: 9.8, close: 10.5 },
      { open: 10, high: 10.8, low: 9.9, close: 10.2 },
    ]);
    const { gross, best, worst } = measureReturn(bars, 0, 2);
    expect([gross, best, worst].map((each) => Number(each.toFixed(6)))).toEqual([0.02, 0.1, -0.05]);
  });

  it('sees no loss in a bonus issue', () => {
    const bars = barsOf([{ open: 10 }, { open: 5, close: 5.5, factor: 2 }]);
    expect(measureReturn(bars, 0, 1).gross).toBeCloseTo(0.1, 12);
  });
});
