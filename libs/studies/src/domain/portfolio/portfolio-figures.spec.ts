import { calendarDayOf } from '#lib/kernel';
import { findDrawdown } from './drawdown';
import { computePortfolioFigures } from './portfolio-figures';
import { computeReturnFigures } from './return-figures';
import type { PortfolioRun, RunTrade } from './run-portfolio';

const ALONE = { count: 1, variance: 0 };
const curve = (...values: readonly number[]) => Float64Array.from(values);

describe('the returns of a curve', () => {
  // +10 %, -10 %, +20 %, 0 %: mean 5 %, squares of differences 25, 225, 225, 25.
  const equity = curve(100, 110, 99, 118.8, 118.8);
  const deviation = Math.sqrt(500 / 3);

  it('are made annual by 244 days', () => {
    const figures = computeReturnFigures(equity, 0, ALONE);
    expect(figures.totalPct).toBeCloseTo(18.8, 10);
    expect(figures.cagrPct).toBeCloseTo((1.188 ** 61 - 1) * 100, 0);
    expect(figures.volatilityPct).toBeCloseTo(deviation * Math.sqrt(244), 8);
    expect(figures.sharpe).toBeCloseTo((5 / deviation) * Math.sqrt(244), 8);
  });

  it('have a deflated Sharpe ratio of days, with skewness and kurtosis of the returns', () => {
    // Differences 5, -15, 15, -5: skewness 0, kurtosis (2 x 625 + 2 x 50625) / 4 / 125² = 1.64.
    const sharpe = 5 / deviation;
    const z = (sharpe * Math.sqrt(3)) / Math.sqrt(1 + (0.64 / 4) * sharpe ** 2);
    expect(z).toBeCloseTo(0.6629, 4);
    expect(computeReturnFigures(equity, 0, ALONE).deflatedSharpe).toBeCloseTo(0.7463, 4);
    const tried = computeReturnFigures(equity, 0, { count: 10, variance: 0.04 }).deflatedSharpe;
    expect(tried).toBeGreaterThan(0.5);
    expect(tried).toBeLessThan(0.6);
  });

  it('begin on the start day', () => {
    expect(computeReturnFigures(curve(1, 1, ...equity), 2, ALONE)).toEqual(computeReturnFigures(equity, 0, ALONE));
  });

  it('say nothing of too few days, or of none that differ', () => {
    const nothing = { volatilityPct: null, sharpe: null, deflatedSharpe: null };
    expect(computeReturnFigures(curve(), 0, ALONE)).toEqual({ totalPct: null, cagrPct: null, ...nothing });
    expect(computeReturnFigures(curve(100), 0, ALONE)).toEqual({ totalPct: null, cagrPct: null, ...nothing });
    expect(computeReturnFigures(curve(100, 101), 0, ALONE)).toMatchObject({ ...nothing, totalPct: expect.closeTo(1) });
    expect(computeReturnFigures(curve(100, 100, 100), 0, ALONE)).toMatchObject({ volatilityPct: 0, sharpe: null });
  });
});

describe('the deepest drawdown', () => {
  it('is from the peak to the trough, under water until the peak is reached again', () => {
    const equity = curve(100, 120, 114, 118, 90, 119, 120, 108);
    expect(findDrawdown(equity, 0, 7)).toEqual({ depth: 0.25, peak: 1, trough: 4, underWater: 5 });
    expect(findDrawdown(equity, 0, 5)).toEqual({ depth: 0.25, peak: 1, trough: 4, underWater: 4 });
    expect(findDrawdown(equity, 5, 7)).toMatchObject({ peak: 6, trough: 7, underWater: 1 });
  });

  it('begins on the last day of the peak', () => {
    expect(findDrawdown(curve(100, 100, 50), 0, 2)).toEqual({ depth: 0.5, peak: 1, trough: 2, underWater: 1 });
  });

  it('is none where nothing fell', () => {
    expect(findDrawdown(curve(1, 1, 2), 0, 2)).toEqual({ depth: 0, peak: 0, trough: 0, underWater: 0 });
  });
});

describe('the figures of a run', () => {
  const dates = ['2023-12-27', '2023-12-28', '2023-12-29', '2024-01-02', '2024-01-03'].map(calendarDayOf);
  const trade = (paid: number, received: number, sold: number | null): RunTrade => ({
    ...{ stock: 0, entryDay: 1, entryPrice: 1, shares: 1, paid, received, costs: 10 },
    exit: sold === null ? null : { day: sold, price: 1, reason: 'days' },
  });
  const run: PortfolioRun = {
    startDay: 1,
    equity: curve(1000, 1000, 800, 1200, 1000),
    cash: curve(1000, 1000, 400, 600, 1000),
    trades: [trade(100, 150, 2), trade(200, 220, 3), trade(100, 80, 3), trade(100, 100, 4), trade(100, 130, null)],
    counts: { bought: 5, missed: 4, tooSmall: 0, noRoom: 0, alreadyHeld: 0 },
    missedLater: { sum: 0.3, known: 3 },
    turnover: 1600,
  };
  const figures = computePortfolioFigures(run, dates, ALONE);

  it('tell of the closed trades', () => {
    expect(figures).toMatchObject({ closedTrades: 4, winRatePct: 50, costs: 0.5 });
    // Wins of 50 % and 10 %, 50 and 20 fen; losses of 20 %, 20 fen. Profit of all, 80, and costs of 50.
    expect(figures.payoff).toBeCloseTo(1.5, 10);
    expect(figures.profitFactor).toBeCloseTo(3.5, 10);
    expect(figures.costsPct).toBeCloseTo((50 / 130) * 100, 10);
    expect(figures.missedMeanPct).toBeCloseTo(10, 10);
  });

  it('tell how the money was used', () => {
    expect(figures.exposurePct).toBeCloseTo(25, 10);
    expect(figures.turnoverPerYear).toBeCloseTo((800 / 1000) * (244 / 3), 10);
    expect(figures).toMatchObject({ maxDrawdownFrom: '2023-12-28', maxDrawdownTo: '2023-12-29', maxDrawdownDays: 2 });
  });

  it('tell the years, each from the end of the one before', () => {
    expect(figures.years).toMatchObject([
      { year: 2023, trades: 1, winRatePct: 100, returnPct: expect.closeTo(-20), maxDrawdownPct: expect.closeTo(20) },
      { year: 2024, trades: 3, returnPct: expect.closeTo(25), maxDrawdownPct: expect.closeTo(100 / 6) },
    ]);
  });
});
