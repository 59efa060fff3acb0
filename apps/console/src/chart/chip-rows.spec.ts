import fc from 'fast-check';
import { chipRows } from './chip-rows';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** An axis of 20 rows from 20 yuan at the top down to 10. */
const findRow = (price: number): number => (20 - price) * 2;

describe('chips folded into rows', () => {
  it('are at their prices, on their side of the close', () => {
    const rows = chipRows({ prices: [12.25, 12.75, 15.25], weights: [0.2, 0.3, 0.5] }, 12.75, findRow, 20);
    expect(rows.profit.map((part) => Number(part.toFixed(6)))[15]).toBe(0.2);
    expect(rows.profit.map((part) => Number(part.toFixed(6)))[14]).toBe(0.3);
    expect(rows.trapped.map((part) => Number(part.toFixed(6)))[9]).toBe(0.5);
    expect(rows.above + rows.below).toBeCloseTo(0);
  });

  it('are counted at the edge if the axis does not reach', () => {
    const rows = chipRows({ prices: [5, 25, 30], weights: [0.1, 0.4, 0.5] }, 10, findRow, 20);
    expect(rows.below).toBeCloseTo(0.1);
    expect(rows.above).toBeCloseTo(0.9);
    expect(sum(rows.profit) + sum(rows.trapped)).toBeCloseTo(0);
  });

  it('are neither lost nor made, whatever the rows', () => {
    const chips = fc
      .uniqueArray(fc.integer({ min: 500, max: 3000 }), { minLength: 1, maxLength: 60 })
      .map((cents) => [...cents].sort((a, b) => a - b).map((cent) => cent / 100));
    fc.assert(
      fc.property(
        chips,
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0.05, max: 40, noNaN: true }),
        fc.double({ min: 4, max: 31, noNaN: true }),
        (prices, rowCount, rowsAYuan, close) => {
          const weights = prices.map(() => 1 / prices.length);
          const rows = chipRows({ prices, weights }, close, (price) => (20 - price) * rowsAYuan, rowCount);
          expect(sum(rows.profit) + sum(rows.trapped) + rows.above + rows.below).toBeCloseTo(1, 6);
          expect(Math.min(...rows.profit, ...rows.trapped, rows.above, rows.below)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
