import { addDays, type CalendarDay, calendarDayOf, epochDayOf } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import { type MarketOfDays, scorePosition, openPosition, type PositionQuestion, stillBand } from './outcome';

const FIRST = calendarDayOf('2025-01-01');
const THROUGH = addDays(FIRST, 70);

interface Prices {
  open: number;
  high: number;
  low: number;
  close: number;
}

interface Limits {
  upLimit?: number | null;
  downLimit?: number | null;
}

function bar(
  day: number,
  { open, high, low, close }: Prices,
  { upLimit = null, downLimit = null }: Limits = {},
): AdjustedBar {
  return {
    tradeDate: addDays(FIRST, day),
    open,
    high,
    low,
    close,
    preClose: null,
    volume: 100,
    amount: null,
    turnoverPct: null,
    circMarketCap: 200,
    upLimit,
    downLimit,
    isSt: null,
    adjOpen: open,
    adjHigh: high,
    adjLow: low,
    adjClose: close,
    adjVolume: 100,
  };
}
const at = (day: number, close: number, open = close): AdjustedBar =>
  bar(day, { open, high: Math.max(open, close) + 0.5, low: Math.min(open, close) - 0.5, close });
const locked = (day: number, price: number): AdjustedBar =>
  bar(day, { open: price, high: price, low: price, close: price }, { upLimit: price });
/** Number of a day, the first one being 0. */
const dayNo = (day: CalendarDay): number => epochDayOf(day) - epochDayOf(FIRST);

/** 71 bars at 10 and 10.1 in turn, up to and with the day of the judgement. */
const BEFORE = Array.from({ length: 71 }, (_, day) => at(day, day % 2 === 0 ? 10 : 10.1));
const ask = (change: Partial<PositionQuestion> = {}): PositionQuestion => ({
  dataThrough: THROUGH,
  entryDay: addDays(THROUGH, 1),
  horizon: 5,
  // Every day is an open one.
  openDayOf: dayNo,
  ...{ lastDay: 400, isDelisted: false },
  ...change,
});
const rising = [...BEFORE, ...[1, 2, 3, 4, 5, 6].map((day) => at(70 + day, 10 + day / 10, day === 1 ? 10 : 10.4))];

describe('openPosition', () => {
  it('buys at the next open and sells at the close of the last day, counted from the day of the entry', () => {
    const result = openPosition(rising, ask());
    expect(result).toMatchObject({
      state: 'held',
      position: { entryDate: addDays(THROUGH, 1), exitDate: addDays(THROUGH, 6), movedOn: false, cap: 200 },
    });
    if (result.state === 'held') expect(result.position.returnPct).toBeCloseTo(6, 10);
  });

  it('moves on from an open at the upper limit, also if it trades lower later, and the horizon with it', () => {
    const opened = bar(71, { open: 11, high: 11, low: 10.2, close: 10.4 }, { upLimit: 11 });
    const bars = [...BEFORE, opened, at(72, 11.2, 11.1), at(76, 12), at(77, 13)];
    expect(openPosition(bars, ask())).toMatchObject({
      position: { movedOn: true, entryDate: addDays(THROUGH, 2), exitDate: addDays(THROUGH, 7) },
    });
  });

  it('buys one price above the close before on a day without a limit', () => {
    const free = bar(71, { open: 11, high: 11, low: 11, close: 11 });
    expect(openPosition([...BEFORE, free, at(76, 12)], ask())).toMatchObject({
      position: { movedOn: false, entryDate: addDays(FIRST, 71), exitDate: addDays(FIRST, 76) },
    });
  });

  it('can buy if a bar is locked at the lower limit', () => {
    const down = bar(71, { open: 9, high: 9, low: 9, close: 9 }, { upLimit: 11, downLimit: 9 });
    const bars = [...BEFORE, down, at(76, 9.5)];
    expect(openPosition(bars, ask())).toMatchObject({ position: { movedOn: false, entryDate: addDays(THROUGH, 1) } });
  });

  it('tries five open days at most, and waits for them', () => {
    const bars = [...BEFORE, ...[71, 72, 73, 74, 75].map((day) => locked(day, 11 + day)), at(76, 99)];
    expect(openPosition(bars, ask())).toEqual({ state: 'unfillable' });
    expect(openPosition(bars.slice(0, -2), ask({ lastDay: 74 }))).toEqual({ state: 'waiting' });
  });

  it('counts a suspended day as a try', () => {
    const resumed = [at(75, 10.2, 10), at(80, 11)];
    expect(openPosition([...BEFORE, ...resumed], ask())).toMatchObject({
      position: { movedOn: true, entryDate: addDays(FIRST, 75), exitDate: addDays(FIRST, 80) },
    });
    expect(openPosition([...BEFORE, at(76, 10.2, 10), at(81, 11)], ask())).toEqual({ state: 'unfillable' });
    // Suspended on the day of the judgement as well: tries are counted from that day.
    expect(openPosition([...BEFORE.slice(0, -3), ...resumed], ask())).toMatchObject({
      position: { movedOn: true, entryDate: addDays(FIRST, 75) },
    });
  });

  it('takes the first bar after a suspension over the last day, and waits for it', () => {
    const bars = [...BEFORE, at(71, 10.2, 10)];
    expect(openPosition(bars, ask())).toEqual({ state: 'waiting' });
    expect(openPosition([...bars, at(90, 12)], ask())).toMatchObject({ position: { exitDate: addDays(FIRST, 90) } });
  });

  it('cannot sell if the last day is locked at the lower limit', () => {
    const down = bar(76, { open: 8, high: 8, low: 8, close: 8 }, { downLimit: 8 });
    const bars = [...BEFORE, at(71, 10.2, 10), down, at(77, 7.5)];
    expect(openPosition(bars, ask())).toMatchObject({ position: { exitDate: addDays(FIRST, 77) } });
  });

  it('waits for a horizon that is yet to end', () => {
    expect(openPosition(rising, ask({ lastDay: 75 }))).toEqual({ state: 'waiting' });
    expect(openPosition(rising, ask({ lastDay: 76 }))).toMatchObject({ position: { exitDate: addDays(FIRST, 76) } });
  });

  it('takes the last price of a stock that has left', () => {
    const bars = [...BEFORE, at(71, 5, 10), at(72, 4)];
    expect(openPosition(bars, ask({ isDelisted: true }))).toMatchObject({ position: { exitDate: addDays(FIRST, 72) } });
    expect(openPosition(BEFORE, ask({ isDelisted: true }))).toEqual({ state: 'unfillable' });
    expect(openPosition(BEFORE, ask())).toEqual({ state: 'unfillable' });
    expect(openPosition(BEFORE, ask({ lastDay: 72 }))).toEqual({ state: 'waiting' });
  });
});

describe('scorePosition', () => {
  const position = {
    entryDate: addDays(THROUGH, 1),
    exitDate: addDays(THROUGH, 6),
    returnPct: 6,
    movedOn: false,
    sigmaPct: 1,
    cap: 200,
  };
  const market = (medianPct: number, capFifths: MarketOfDays['capFifths'] = null): MarketOfDays => ({
    openDays: 5,
    medianPct,
    capFifths,
  });

  it('is right above the market, and right below it for a judgement that falls', () => {
    expect(scorePosition('up', position, market(1))).toEqual({ excessPct: 5, capExcessPct: null, right: true });
    expect(scorePosition('up', position, market(7))).toMatchObject({ excessPct: -1, right: false });
    expect(scorePosition('down', position, market(7))).toMatchObject({ right: true });
  });

  it('calls still what moved less than half of what chance moves it', () => {
    expect(stillBand(0.998, 5)).toBeCloseTo(1.116, 2);
    expect(scorePosition('flat', position, market(1))).toMatchObject({ right: false });
    expect(scorePosition('flat', { ...position, returnPct: 1 }, market(1))).toMatchObject({ right: true });
  });

  it('compares it with stocks of about the same market cap as well', () => {
    const fifths = [50, 100, 250, 500, 900].map((upTo, index) => ({ upTo, medianPct: index }));
    expect(scorePosition('up', position, market(1, fifths))).toMatchObject({ capExcessPct: 4 });
    expect(scorePosition('up', { ...position, cap: 5_000 }, market(1, fifths))).toMatchObject({ capExcessPct: 2 });
    expect(scorePosition('up', { ...position, cap: null }, market(1, fifths))).toMatchObject({ capExcessPct: null });
  });
});
