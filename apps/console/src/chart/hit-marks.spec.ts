import type { Bar } from './bar';
import { hitMarks, hitSpan } from './hit-marks';

const bar = (tradeDate: string, firstDate = tradeDate): Bar => ({
  ...{ tradeDate, firstDate, close: 10, open: 10, high: 11, low: 9, volume: 100, amount: null, turnoverPct: null },
  ...{ bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
});
const of = (...days: string[]): Bar[] => days.map((day) => bar(day));

describe('the marks of a screen’s hits', () => {
  it('are at the bars of the days', () => {
    const bars = of('2026-11-18', '2026-11-19', '2026-11-20');
    expect(hitMarks(bars, 'day', ['2026-11-18', '2026-11-20'])).toEqual([0, 2]);
  });

  it('are one for a week with several days', () => {
    const weeks = [bar('2026-11-13', '2026-11-09'), bar('2026-11-20', '2026-11-16')];
    expect(hitMarks(weeks, 'week', ['2026-11-17', '2026-11-19', '2026-11-20'])).toEqual([1]);
  });
});

describe('the days that are asked for', () => {
  it('are those of the bars, of the newest five years', () => {
    expect(hitSpan(of('2026-01-05', '2026-11-20'))).toEqual({ from: '2026-01-05', to: '2026-11-20' });
    expect(hitSpan(of('2010-01-05', '2026-11-20'))).toEqual({ from: '2021-11-20', to: '2026-11-20' });
    expect(hitSpan(of('2010-01-05', '2028-02-29'))).toEqual({ from: '2023-03-01', to: '2028-02-29' });
    expect(hitSpan([])).toBeUndefined();
  });
});
