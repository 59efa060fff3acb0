import type { Bar } from './bar';
import { letterSpans } from './letter-spans';

const bar = (tradeDate: string, firstDate = tradeDate): Bar => ({
  ...{ tradeDate, firstDate, open: 1, high: 1, low: 1, close: 1, volume: 1 },
  ...{ amount: null, turnoverPct: null, bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
});
const days = ['2026-11-06', '2026-11-09', '2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13', '2026-11-16'];
const week = { from: '2026-11-09', to: '2026-11-13', letter: 'B' } as const;

describe('the bars of a letter', () => {
  it('are those of its week, except for days with another; the newest continues', () => {
    const letters = [{ from: '2026-11-11', to: '2026-11-11', letter: 'C' } as const, week];
    expect(
      letterSpans(
        days.map((day) => bar(day)),
        letters,
      ),
    ).toEqual([
      { from: 1, to: 2, letter: 'B' },
      { from: 3, to: 3, letter: 'C' },
      { from: 4, to: 6, letter: 'B' },
    ]);
  });

  it('are blank if a record has none, and if there is no record', () => {
    const none = { from: '2026-11-10', to: '2026-11-10', letter: null };
    const last = { from: '2026-11-12', to: '2026-11-12', letter: 'D' } as const;
    expect(
      letterSpans(
        days.map((day) => bar(day)),
        [none, last],
      ),
    ).toEqual([{ from: 4, to: 6, letter: 'D' }]);
    expect(
      letterSpans(
        days.map((day) => bar(day)),
        [],
      ),
    ).toEqual([]);
  });

  it('of a week are those of its last day', () => {
    const letters = [week, { from: '2026-11-12', to: '2026-11-12', letter: 'C' } as const];
    expect(letterSpans([bar('2026-11-13', '2026-11-09')], letters)).toEqual([{ from: 0, to: 0, letter: 'C' }]);
  });
});
