import fc from 'fast-check';
import { type ChipBars, computeCoverage, windowUpTo } from './chip-bars';
import { computeChipFigures, sumWeights } from './chip-grid';
import { eastmoneyChips } from './eastmoney-chips';
import { fullHistoryChips } from './full-history-chips';
import { MarketChips } from './market-chips';

type Bar = [open: number, high: number, low: number, close: number, turnoverPct: number];

function columnsOf(bars: readonly Bar[]): ChipBars {
  const column = (field: number): Float64Array => Float64Array.from(bars, (bar) => bar[field] ?? 0);
  return { open: column(0), high: column(1), low: column(2), close: column(3), turnoverPct: column(4) };
}

const fen = fc.integer({ min: 100, max: 20_000 }).map((price) => price / 100);
const turnover = fc.oneof(
  fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  fc.constantFrom(0, 100, 250, Number.NaN, 1e-7),
  fc.double({ min: 0, max: 30, noNaN: true }),
);
const onePrice = fc.tuple(fen, turnover).map(([price, pct]): Bar => [price, price, price, price, pct]);
const anyDay = fc
  .tuple(fc.tuple(fen, fen, fen, fen), turnover)
  .map(([prices, pct]): Bar => [prices[0], Math.max(...prices), Math.min(...prices), prices[3], pct]);
/** Days that move little, so that buckets lie on ticks and bars between two buckets. */
const narrowDay = fc
  .tuple(fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1000, max: 1010 }))), turnover)
  .map(([ticks, pct]): Bar => [
    (ticks[0] ?? 0) / 100,
    Math.max(...ticks) / 100,
    Math.min(...ticks) / 100,
    (ticks[3] ?? 0) / 100,
    pct,
  ]);
/** As forward adjustment leaves prices: not on a tick. */
const adjusted = fc
  .tuple(anyDay, fc.double({ min: 0.1, max: 1, noNaN: true }))
  .map(([[open, high, low, close, pct], factor]): Bar => [
    open * factor,
    high * factor,
    low * factor,
    close * factor,
    pct,
  ]);
const series = fc.array(fc.oneof(onePrice, anyDay, narrowDay, adjusted), { minLength: 1, maxLength: 300 });

describe('the chip distribution for the whole market', () => {
  it('is the published one, bit by bit', () => {
    const chips = new MarketChips();
    fc.assert(
      fc.property(
        series,
        fc.nat(),
        fc.option(fc.integer({ min: 1, max: 210 }), { nil: undefined }),
        (bars, at, range) => {
          const columns = columnsOf(bars);
          const span = windowUpTo(at % bars.length, range);
          const fast = chips.of(columns, span);
          expect(fast).toEqual(eastmoneyChips(columns, span));
          const close = bars[span.last]?.[3] ?? 0;
          expect(computeChipFigures(fast, close)).toEqual(computeChipFigures(eastmoneyChips(columns, span), close));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is the published one on walks of a fen a day, where weights lie on the edges of twelve digits', () => {
    const chips = new MarketChips();
    const steps = fc.array(fc.tuple(fc.integer({ min: -1, max: 1 }), fc.integer({ min: 0, max: 4 })), {
      minLength: 100,
      maxLength: 210,
    });
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 2, 5, 50), (walk, pct) => {
        let price = 1000;
        const bars = walk.map(([step, width]): Bar => {
          price += step;
          return [price / 100, (price + width) / 100, (price - width) / 100, price / 100, pct];
        });
        const columns = columnsOf(bars);
        const span = windowUpTo(bars.length - 1);
        expect(chips.of(columns, span)).toEqual(eastmoneyChips(columns, span));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the metrics of a distribution', () => {
  it('are those of an empty one if all that is left is a rounding below zero', () => {
    const bars: Bar[] = [
      [10.01, 10.06, 10.01, 10.01, 0.01],
      [1.12, 1.12, 1.12, 1.12, 0],
    ];
    const grid = eastmoneyChips(columnsOf(bars), windowUpTo(1));
    expect(Math.min(...grid.weights)).toBeLessThan(0);
    expect(new Set(Object.values(computeChipFigures(grid, 5)))).toEqual(new Set([0]));
  });

  it('are ordered, and winners grow with the close', () => {
    fc.assert(
      fc.property(series, (bars) => {
        const grid = eastmoneyChips(columnsOf(bars), windowUpTo(bars.length - 1));
        if (sumWeights(grid) === 0) return;
        const at = (close: number) => computeChipFigures(grid, close);
        const { cost5, cost15, cost50, cost85, cost95, weightedAverage, concentration90, concentration70 } = at(1);
        expect(cost5).toBeLessThanOrEqual(cost15);
        expect(cost15).toBeLessThanOrEqual(cost50);
        expect(cost50).toBeLessThanOrEqual(cost85);
        expect(cost85).toBeLessThanOrEqual(cost95);
        expect(concentration70).toBeLessThanOrEqual(concentration90 + 1e-12);
        expect(weightedAverage).toBeGreaterThanOrEqual(grid.lowest - 1e-9);
        expect(at(0.05).winnerRate).toBe(0);
        expect(at(10).winnerRate).toBeLessThanOrEqual(at(20).winnerRate);
        expect(at(1000).winnerRate).toBeCloseTo(100, 9);
      }),
      { numRuns: 100 },
    );
  });

  it('of a stock that never traded are zeros', () => {
    const grid = eastmoneyChips(columnsOf([[10, 11, 9, 10, 0]]), windowUpTo(0));
    expect(computeChipFigures(grid, 10)).toEqual({
      ...{ cost5: 0, cost15: 0, cost50: 0, cost85: 0, cost95: 0, weightedAverage: 0 },
      ...{ winnerRate: 0, concentration90: 0, concentration70: 0 },
    });
  });
});

describe('a one-price day', () => {
  it('lies in the bucket at or below its price, as published, with 149 / 2 of its turnover', () => {
    const bars: Bar[] = [
      [10, 11.49, 10, 11, 0],
      [10.5, 10.5, 10.5, 10.5, 4],
    ];
    const grid = eastmoneyChips(columnsOf(bars), windowUpTo(1));
    expect(grid.step).toBeCloseTo(0.01, 12);
    const filled = [...grid.weights].flatMap((weight, bucket) => (weight > 0 ? [[bucket, weight]] : []));
    expect(filled).toEqual([[Math.floor((10.5 - 10) / grid.step), (149 * 0.04) / 2]]);
  });

  it('is lost if a bar is narrower than a bucket, and still decays what was there', () => {
    const bars: Bar[] = [
      [10, 40, 10, 20, 10],
      [20.05, 20.06, 20.04, 20.05, 50],
    ];
    const before = eastmoneyChips(columnsOf(bars), windowUpTo(0));
    const after = eastmoneyChips(columnsOf(bars), { from: 0, last: 1 });
    expect(sumWeights(after)).toBeCloseTo(sumWeights(before) / 2, 9);
  });
});

describe('the full-history model', () => {
  it('holds exactly what the turnovers explain, between the lowest and the highest price', () => {
    fc.assert(
      fc.property(series, (bars) => {
        const columns = columnsOf(bars);
        const span = windowUpTo(bars.length - 1);
        const grid = fullHistoryChips(columns, span);
        expect(sumWeights(grid)).toBeCloseTo(computeCoverage(columns, span), 9);
        expect(Math.min(...grid.weights)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 100 },
    );
  });
});
