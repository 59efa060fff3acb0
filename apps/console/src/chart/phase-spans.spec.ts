import type { Bar } from './bar';
import { phaseSpans } from './phase-spans';

const bars = ['2026-09-28', '2026-09-29', '2026-09-30', '2026-10-08', '2026-10-09'].map((day): Bar => ({
  ...{ tradeDate: day, firstDate: day, open: 1, high: 1, low: 1, close: 1, volume: 1 },
  ...{ amount: null, turnoverPct: null, bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
}));

describe('the bars of a phase', () => {
  it('reach from its first day to its last, over holidays', () => {
    const phases = [
      { from: '2026-09-21', to: '2026-09-29', phase: 'accumulation' },
      { from: '2026-09-30', to: '2026-10-04', phase: 'transition' },
      { from: '2026-10-05', to: null, phase: 'markup' },
    ] as const;
    expect(phaseSpans(bars, phases)).toEqual([
      { from: 0, to: 1, phase: 'accumulation' },
      { from: 2, to: 2, phase: 'transition' },
      { from: 3, to: 4, phase: 'markup' },
    ]);
  });

  it('are none if it has no bar', () => {
    const holidays = [{ from: '2026-10-01', to: '2026-10-07', phase: 'markup' }] as const;
    expect(phaseSpans(bars, holidays)).toEqual([]);
    expect(phaseSpans(bars, [{ from: '2026-12-01', to: null, phase: 'markup' }])).toEqual([]);
    expect(phaseSpans([], [{ from: '2026-01-01', to: null, phase: 'markup' }])).toEqual([]);
  });
});
