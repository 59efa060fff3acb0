import { type Bar, toTime } from './bar';
import { findStrength } from './relative-strength';

const toBar = ([tradeDate, close]: readonly [string, number]): Bar => ({
  ...{ tradeDate, firstDate: tradeDate, open: 1, high: 1, low: 1, close, volume: 1 },
  ...{ amount: null, turnoverPct: null, bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
});
const MARKET = { days: ['2026-11-17', '2026-11-18', '2026-11-19'], levels: [100, 110, 99] };
const strengthOf = (...bars: (readonly [string, number])[]) =>
  [...findStrength(bars.map(toBar), MARKET)].map(([time, value]) => [time, Math.round(value * 100) / 100]);

describe('the strength compared with the market', () => {
  it('is 100 at its first bar, above if the stock did better than the market, below if worse', () => {
    expect(strengthOf(['2026-11-17', 10], ['2026-11-18', 12.1], ['2026-11-19', 9.9])).toEqual([
      [toTime('2026-11-17'), 100],
      [toTime('2026-11-18'), 110],
      [toTime('2026-11-19'), 100],
    ]);
  });

  it('goes on with the market over a suspension', () => {
    expect(strengthOf(['2026-11-17', 10], ['2026-11-19', 9.9])).toEqual([
      [toTime('2026-11-17'), 100],
      [toTime('2026-11-19'), 100],
    ]);
  });

  it('is 100 at another bar, if that is wanted', () => {
    const bars = [toBar(['2026-11-17', 10]), toBar(['2026-11-18', 13.2]), toBar(['2026-11-19', 9.9])];
    const values = [...findStrength(bars, MARKET, 1).values()].map((value) => Math.round(value * 100) / 100);
    expect(values).toEqual([83.33, 100, 83.33]);
  });

  it('begins with the market and ends with it', () => {
    const days = strengthOf(['2026-11-16', 9], ['2026-11-18', 11], ['2026-11-20', 12]).map(([time]) => time);
    expect(days).toEqual([toTime('2026-11-18')]);
  });
});
