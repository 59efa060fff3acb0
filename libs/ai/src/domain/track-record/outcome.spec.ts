import { addDays, calendarDayOf } from '#lib/kernel';
import type { AdjustedBar } from '#lib/market-data';
import { outcomeOf, type Question, stillBand } from './outcome';

const FIRST = calendarDayOf('2025-01-01');
const THROUGH = addDays(FIRST, 70);

interface Prices {
  open: number;
  high: number;
  low: number;
  close: number;
}

function bar(day: number, { open, high, low, close }: Prices): AdjustedBar {
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
    circMarketCap: null,
    upLimit: null,
    downLimit: null,
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
  bar(day, { open: price, high: price, low: price, close: price });

/** 71 bars at 10 and 10.1 in turn, up to and with the day of the judgement. */
const BEFORE = Array.from({ length: 71 }, (_, day) => at(day, day % 2 === 0 ? 10 : 10.1));
const ask = (change: Partial<Question> = {}): Question => ({
  dataThrough: THROUGH,
  horizonEnd: addDays(THROUGH, 5),
  horizon: 5,
  direction: 'up',
  marketMedianPct: 1,
  isDelisted: false,
  ...change,
});

describe('outcomeOf', () => {
  const rising = [...BEFORE, ...[1, 2, 3, 4, 5, 6].map((day) => at(70 + day, 10 + day / 10, day === 1 ? 10 : 10.4))];

  it('buys at the next open and sells at the close of the last day, against the median', () => {
    const result = outcomeOf(rising, ask());
    expect(result).toMatchObject({ state: 'scored', movedOn: false });
    if (result.state !== 'scored') return;
    expect(result.outcome).toMatchObject({
      entryDate: addDays(THROUGH, 1),
      exitDate: addDays(THROUGH, 5),
      right: true,
    });
    expect(result.outcome.returnPct).toBeCloseTo(5, 10);
    expect(result.outcome.excessPct).toBeCloseTo(4, 10);
  });

  it('is wrong with the market, and right below it for a judgement that falls', () => {
    const behind = { marketMedianPct: 6 };
    expect(outcomeOf(rising, ask(behind))).toMatchObject({ outcome: { right: false } });
    expect(outcomeOf(rising, ask({ ...behind, direction: 'down' }))).toMatchObject({ outcome: { right: true } });
  });

  it('calls still what moved less than half of what chance moves it', () => {
    const sigma = 0.998;
    expect(stillBand(sigma, 5)).toBeCloseTo(1.116, 2);
    expect(outcomeOf(rising, ask({ direction: 'flat' }))).toMatchObject({ outcome: { right: false } });
    const still = [...BEFORE, ...[1, 2, 3, 4, 5].map((day) => at(70 + day, 10.05, 10))];
    expect(outcomeOf(still, ask({ direction: 'flat' }))).toMatchObject({ outcome: { right: true } });
  });

  it('moves on from an open that is locked at the upper limit', () => {
    const bars = [...BEFORE, locked(71, 11), at(72, 11.2, 11.1), at(75, 12)];
    expect(outcomeOf(bars, ask())).toMatchObject({
      state: 'scored',
      movedOn: true,
      outcome: { entryDate: addDays(THROUGH, 2) },
    });
  });

  it('can buy where a bar is locked at the lower limit', () => {
    const bars = [...BEFORE, locked(71, 9), at(75, 9.5)];
    expect(outcomeOf(bars, ask())).toMatchObject({ movedOn: false, outcome: { entryDate: addDays(THROUGH, 1) } });
  });

  it('cannot be filled where every open of the horizon was locked', () => {
    const bars = [...BEFORE, ...[71, 72, 73, 74, 75].map((day) => locked(day, 11 + day)), at(76, 99)];
    expect(outcomeOf(bars, ask())).toEqual({ state: 'unfillable' });
  });

  it('takes the first bar after a suspension over the last day, and waits for it', () => {
    const bars = [...BEFORE, at(71, 10.2, 10)];
    expect(outcomeOf(bars, ask())).toEqual({ state: 'waiting' });
    expect(outcomeOf([...bars, at(90, 12)], ask())).toMatchObject({ outcome: { exitDate: addDays(FIRST, 90) } });
  });

  it('takes the last price of a stock that has left', () => {
    const bars = [...BEFORE, at(71, 5, 10), at(72, 4)];
    expect(outcomeOf(bars, ask({ isDelisted: true }))).toMatchObject({
      outcome: { exitDate: addDays(FIRST, 72), right: false },
    });
    expect(outcomeOf(BEFORE, ask({ isDelisted: true }))).toEqual({ state: 'unfillable' });
    expect(outcomeOf(BEFORE, ask())).toEqual({ state: 'waiting' });
  });
});
