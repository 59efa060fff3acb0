import type { Bar } from './bar';
import type { ChartRange } from './evidenced-ranges';
import { rangeMarks } from './range-marks';

const bars = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map((day): Bar => ({
  ...{ tradeDate: day, firstDate: day, open: 1, high: 1, low: 1, close: 1, volume: 1 },
  ...{ amount: null, turnoverPct: null, bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
}));
const range: ChartRange = {
  ...{ id: 'a', from: '2026-11-18', to: null, support: 10, resistance: 12 },
  ...{ side: 'both', origin: 'box', asOf: '2026-11-20' },
};

describe('ranges on a chart', () => {
  it('reach to the last bar while they last, in prices of the chart', () => {
    expect(rangeMarks(bars, [range], () => 0.5)).toEqual([
      { from: 1, to: 3, support: 5, resistance: 6, side: 'both', origin: 'box', lasts: true },
    ]);
  });

  it('end at their last day; one that began before the first bar begins with it', () => {
    const ended = { ...range, from: '2020-01-02', to: '2026-11-18' };
    expect(rangeMarks(bars, [ended], () => 1)).toMatchObject([{ from: 0, to: 1, lasts: false }]);
  });

  it('are none if the scale is not known, or no bar lies within them', () => {
    expect(rangeMarks(bars, [range], () => undefined)).toEqual([]);
    expect(rangeMarks(bars, [{ ...range, from: '2026-12-01' }], () => 1)).toEqual([]);
    expect(rangeMarks(bars, [{ ...range, from: '2020-01-02', to: '2020-03-02' }], () => 1)).toEqual([]);
  });
});
