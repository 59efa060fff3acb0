import { type Bar, findBarIndex, getChange, firstFrom } from './bar';

const bar = (tradeDate: string, firstDate = tradeDate, close = 10): Bar => ({
  ...{ tradeDate, firstDate, close, open: 10, high: 11, low: 9, volume: 100, amount: null, turnoverPct: null },
  ...{ bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
});

describe('the position of a day among bars', () => {
  const days = ['2026-09-28', '2026-09-29', '2026-09-30', '2026-10-08'].map((day) => bar(day));
  const weeks = [bar('2026-09-25', '2026-09-21'), bar('2026-09-30', '2026-09-28'), bar('2026-10-09', '2026-10-08')];

  it('of days is itself, or the bar before a day without one', () => {
    expect(findBarIndex(days, '2026-09-29', 'day')).toBe(1);
    expect(findBarIndex(days, '2026-10-03', 'day')).toBe(2);
    expect(findBarIndex(days, '2026-11-20', 'day')).toBe(3);
    expect(findBarIndex(days, '2026-09-01', 'day')).toBeUndefined();
    expect(findBarIndex([], '2026-09-01', 'day')).toBeUndefined();
  });

  it('of weeks is the one that contains it, also if that is cut short by holidays', () => {
    expect(findBarIndex(weeks, '2026-09-23', 'week')).toBe(0);
    expect(findBarIndex(weeks, '2026-09-28', 'week')).toBe(1);
    expect(findBarIndex(weeks, '2026-10-02', 'week')).toBe(1);
    expect(findBarIndex(weeks, '2026-10-08', 'week')).toBe(2);
    expect(findBarIndex(weeks, '2026-09-20', 'week')).toBeUndefined();
    expect(findBarIndex(weeks, '2026-10-30', 'week')).toBeUndefined();
  });

  it('is found for the first bar from a day on', () => {
    expect(['2026-01-01', '2026-09-29', '2026-10-01', '2027-01-01'].map((day) => firstFrom(days, day))).toEqual([
      0, 1, 3, 4,
    ]);
  });
});

describe('the change of a bar', () => {
  it('is from the previous close, and unknown for the first', () => {
    const bars = [bar('2026-09-28', undefined, 10), bar('2026-09-29', undefined, 11)];
    expect(getChange(bars, 1)).toBeCloseTo(10);
    expect(getChange(bars, 0)).toBeNull();
  });
});
