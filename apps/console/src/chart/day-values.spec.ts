import type { Bar } from './bar';
import { findDayValues } from './day-values';

const toBar = (volume: number, prices: Partial<Bar> = {}): Bar => ({
  ...{ tradeDate: '2026-11-20', firstDate: '2026-11-20', open: 10, high: 10, low: 10, close: 10, volume },
  ...{ amount: null, turnoverPct: 1.5, bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
  ...prices,
});

describe('the values of the newest day', () => {
  it('compare it with the close before and with the volumes of five days', () => {
    const bars = [900, 100, 100, 200, 100, 500].map((volume) => toBar(volume));
    const values = findDayValues([...bars, toBar(300, { high: 10.8, low: 9.9, close: 10.5 })]);
    expect(values).toEqual({
      day: '2026-11-20',
      previousClose: 10,
      change: 0.5,
      changePct: 5,
      amplitudePct: expect.closeTo(9, 9) as number,
      turnoverPct: 1.5,
      volumeRatio: 1.5,
    });
  });

  it('are null if there are too few days', () => {
    expect(findDayValues([])).toBeUndefined();
    expect(findDayValues([toBar(100)])).toMatchObject({ previousClose: null, changePct: null, volumeRatio: null });
    expect(findDayValues(Array.from({ length: 5 }, () => toBar(100)))?.volumeRatio).toBeNull();
    expect(findDayValues(Array.from({ length: 7 }, () => toBar(0)))?.volumeRatio).toBeNull();
  });
});
