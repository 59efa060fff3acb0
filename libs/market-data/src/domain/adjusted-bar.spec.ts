import { calendarDayOf } from '#lib/kernel';
import { adjustBars, type TradedBar } from './adjusted-bar';

const bar = (day: number, close: number, volume = 100): TradedBar => ({
  tradeDate: calendarDayOf(`2024-01-${String(day).padStart(2, '0')}`),
  open: close,
  high: close,
  low: close,
  close,
  preClose: null,
  volume,
  amount: null,
  turnoverPct: null,
  circMarketCap: null,
  upLimit: null,
  downLimit: null,
  isSt: null,
});
const on = (day: number, factor: number) => ({ tradeDate: bar(day, 1).tradeDate, factor });
const nothing = { adjFactors: [], exRights: [], shareChanges: [] };

describe('adjustBars', () => {
  it('leaves bars alone where nothing is known', () => {
    expect(adjustBars([bar(2, 10), bar(3, 11)], nothing).map(({ adjClose }) => adjClose)).toEqual([10, 11]);
  });

  it('carries the days before an ex-right, and not the day itself, by its ratio', () => {
    const bars = [bar(2, 20), bar(3, 10), bar(4, 11)];
    const adjusted = adjustBars(bars, { ...nothing, exRights: [on(3, 2)] });
    expect(adjusted.map(({ adjClose }) => adjClose)).toEqual([10, 10, 11]);
  });

  it('multiplies volumes by later bonus issues', () => {
    const adjusted = adjustBars([bar(2, 20), bar(3, 10)], { ...nothing, shareChanges: [on(3, 1.5)] });
    expect(adjusted.map(({ adjVolume }) => adjVolume)).toEqual([150, 100]);
  });

  it('counts an event on a suspended day for the bars before it', () => {
    const adjusted = adjustBars([bar(2, 20), bar(5, 10)], { ...nothing, exRights: [on(3, 2)] });
    expect(adjusted.map(({ adjClose }) => adjClose)).toEqual([10, 10]);
  });

  it('ignores events after the last bar and before the first', () => {
    const adjusted = adjustBars([bar(3, 20), bar(4, 21)], { ...nothing, exRights: [on(2, 3), on(3, 5), on(5, 2)] });
    expect(adjusted.map(({ adjClose }) => adjClose)).toEqual([20, 21]);
  });

  it("prefers the vendor's factor where it covers the first bar", () => {
    const bars = [bar(2, 20), bar(3, 10)];
    const facts = { adjFactors: [on(1, 1), on(3, 2)], exRights: [on(3, 1.9)], shareChanges: [] };
    expect(adjustBars(bars, facts).map(({ adjClose }) => adjClose)).toEqual([10, 10]);
    const late = { ...facts, adjFactors: [on(3, 2)] };
    expect(adjustBars(bars, late)[0]?.adjClose).toBeCloseTo(20 / 1.9, 12);
  });
});
