import type { Bar } from './bar';
import { isOwnScale, findScale } from './price-scale';

const bars = (closes: Record<string, number>): Bar[] =>
  Object.entries(closes).map(([tradeDate, close]) => ({
    ...{ tradeDate, firstDate: tradeDate, open: close, high: close, low: close, close, volume: 1 },
    ...{ amount: null, turnoverPct: null, bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
  }));

describe('prices as of an earlier day', () => {
  const traded = bars({ '2026-11-18': 20, '2026-11-19': 10, '2026-11-20': 11 });

  it('are halved on a chart of a stock with a later two-for-one split', () => {
    const forward = bars({ '2026-11-18': 10, '2026-11-19': 10, '2026-11-20': 11 });
    expect(findScale('2026-11-18', forward, traded)).toBe(0.5);
    expect(findScale('2026-11-19', forward, traded)).toBe(1);
  });

  it('grow on a backward-adjusted one', () => {
    expect(findScale('2026-11-19', bars({ '2026-11-18': 20, '2026-11-19': 20 }), traded)).toBe(2);
  });

  it('have no scale until the bars as traded are loaded, or before the first of them', () => {
    expect(findScale('2026-11-19', traded, undefined)).toBeUndefined();
    expect(findScale('2026-11-01', traded, traded)).toBeUndefined();
  });

  it('are the chart’s own as of its last day, and on a chart as traded', () => {
    expect(isOwnScale('2026-11-20', 'qfq', traded)).toBe(true);
    expect(isOwnScale('2026-11-19', 'qfq', traded)).toBe(false);
    expect(isOwnScale('2026-11-20', 'hfq', traded)).toBe(false);
    expect(isOwnScale('2026-11-01', 'none', traded)).toBe(true);
  });
});
