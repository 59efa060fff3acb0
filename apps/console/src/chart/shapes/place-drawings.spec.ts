import type { Bar } from '../bar';
import type { Drawing, Shape } from './drawing';
import { placeDrawings, type PlacedBars, toDrawingPoints } from './place-drawings';

const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const toBar = (tradeDate: string, firstDate = tradeDate): Bar => ({
  ...{ tradeDate, firstDate, open: 1, high: 1, low: 1, close: 1, volume: 1 },
  ...{ amount: null, turnoverPct: null, bars: 1, isPartial: false, isProvisional: false, closedAtLimit: null },
});
/** Two shares for one on the 18th: what was 20 is 10 today. */
const QFQ: PlacedBars = {
  bars: DAYS.map((day) => toBar(day)),
  period: 'day',
  factors: [
    { tradeDate: '2026-11-16', factor: 0.5 },
    { tradeDate: '2026-11-18', factor: 1 },
  ],
};
const NONE: PlacedBars = { ...QFQ, factors: [{ tradeDate: '2026-11-16', factor: 1 }] };
const LINE: Drawing = {
  ...{ id: 7, kind: 'trend_line', fromDate: '2026-11-17', fromPrice: 20, toDate: '2026-11-19', toPrice: 11 },
};

describe('a drawing on a chart', () => {
  it('is at its bars in every adjustment, each price by the factor of its day', () => {
    expect(placeDrawings([LINE], QFQ)).toEqual([
      { id: 7, kind: 'trend_line', from: { index: 1, price: 10 }, to: { index: 3, price: 11 } },
    ]);
    expect(placeDrawings([LINE], NONE)).toEqual([
      { id: 7, kind: 'trend_line', from: { index: 1, price: 20 }, to: { index: 3, price: 11 } },
    ]);
  });

  it('is in its week if the bars are weeks', () => {
    const weeks: PlacedBars = {
      ...QFQ,
      period: 'week',
      bars: [toBar('2026-11-13', '2026-11-09'), toBar('2026-11-20', '2026-11-16')],
    };
    const [shape] = placeDrawings([{ ...LINE, fromDate: '2026-11-11' }], weeks);
    expect([shape?.from, shape?.to]).toEqual([
      { index: 0, price: 10 },
      { index: 1, price: 11 },
    ]);
  });

  it('is left out if it begins before the first bar', () => {
    expect(placeDrawings([{ ...LINE, fromDate: '2025-01-02' }], QFQ)).toEqual([]);
  });

  it('has one point if it is a price line', () => {
    const line: Drawing = { ...LINE, kind: 'price_line', toDate: null, toPrice: null };
    const point = { index: 1, price: 10 };
    expect(placeDrawings([line], QFQ)).toEqual([{ id: 7, kind: 'price_line', from: point, to: point }]);
  });
});

describe('what is drawn', () => {
  const shape = (from: [number, number], to: [number, number], kind: Shape['kind'] = 'trend_line'): Shape => ({
    ...{ id: null, kind, from: { index: from[0], price: from[1] }, to: { index: to[0], price: to[1] } },
  });

  it('is stored as days and prices as traded, earlier day first, and placed where it was', () => {
    for (const placed of [QFQ, NONE]) {
      const points = toDrawingPoints(shape([3, 11], [1, 8.1234]), placed);
      expect(points).toMatchObject({ fromDate: '2026-11-17', toDate: '2026-11-19', toPrice: 11 });
      expect(points?.fromPrice).toBe(placed === QFQ ? 16.2468 : 8.1234);
      const [back] = placeDrawings(points === undefined ? [] : [{ id: 1, kind: 'trend_line', ...points }], placed);
      expect([back?.from.price, back?.to.price]).toEqual([8.1234, 11]);
    }
  });

  it('is nothing without a length, without a height of a box, or below zero', () => {
    expect(toDrawingPoints(shape([2, 10], [2, 12]), QFQ)).toBeUndefined();
    expect(toDrawingPoints(shape([1, 10], [1, 10], 'range_box'), QFQ)).toBeUndefined();
    expect(toDrawingPoints(shape([2, 10], [3, 10], 'range_box'), QFQ)).toBeUndefined();
    expect(toDrawingPoints(shape([1, -1], [2, 10]), QFQ)).toBeUndefined();
    expect(toDrawingPoints(shape([1, 10], [9, 10]), QFQ)).toBeUndefined();
  });

  it('has neither a second day nor a second price if it is a price line', () => {
    expect(toDrawingPoints(shape([1, 10], [1, 10], 'price_line'), QFQ)).toEqual({
      ...{ fromDate: '2026-11-17', fromPrice: 20, toDate: null, toPrice: null },
    });
  });
});
