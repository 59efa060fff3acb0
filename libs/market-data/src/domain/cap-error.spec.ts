import { estimateCapErrorPct } from './cap-error';

const bar = (turnoverPct: number | null, circMarketCap?: number) => {
  const [close, volume] = [10.5, 1_234_500];
  return {
    close,
    volume,
    turnoverPct,
    circMarketCap: circMarketCap ?? (close * volume) / ((turnoverPct ?? 1) / 100),
  };
};

describe('estimateCapErrorPct', () => {
  it('returns what half of the turnover’s last decimal makes of the cap, larger on quiet days', () => {
    expect(estimateCapErrorPct(bar(0.09))).toBe(5.88);
    expect(estimateCapErrorPct(bar(0.9))).toBe(0.56);
    expect(estimateCapErrorPct(bar(2.5))).toBe(0.2);
    expect(estimateCapErrorPct(bar(0.9123))).toBe(0.01);
  });

  it('covers the cap of the true turnover', () => {
    const { close, volume, circMarketCap } = bar(0.09);
    for (const turnover of [0.0851, 0.0949]) {
      const truth = (close * volume) / (turnover / 100);
      expect(Math.abs(truth / circMarketCap - 1) * 100).toBeLessThanOrEqual(5.88);
    }
  });

  it('returns nothing if the cap is not from the turnover, or nothing is known of it', () => {
    expect(estimateCapErrorPct(bar(0.09, 1.44e10))).toBeNull();
    expect(estimateCapErrorPct(bar(null))).toBeNull();
    expect(estimateCapErrorPct(bar(0.005))).not.toBeNull();
    expect(estimateCapErrorPct({ ...bar(0), circMarketCap: 1 })).toBeNull();
  });
});
