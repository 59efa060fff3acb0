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

  it('begins with the market and ends with it', () => {
    const days = strengthOf(['2026-11-16', 9], ['2026-11-18', 11], ['2026-11-20', 12]).map(([time]) => time);
    expect(days).toEqual([toTime('2026-11-18')]);
  });
});
