import { placeCost } from './place-cost';

/** Two shares for one on 2026-06-15. */
const QFQ = [
  { tradeDate: '2026-01-05', factor: 0.5 },
  { tradeDate: '2026-06-15', factor: 1 },
];
const HFQ = QFQ.map(({ tradeDate, factor }) => ({ tradeDate, factor: factor * 2 }));

describe('the own cost on a chart', () => {
  it('is adjusted as a price of the day of the purchase', () => {
    expect(placeCost({ avgCost: 20, openedAt: '2026-03-02' }, QFQ)).toBe(10);
    expect(placeCost({ avgCost: 20, openedAt: '2026-03-02' }, HFQ)).toBe(20);
    expect(placeCost({ avgCost: 10, openedAt: '2026-08-03' }, QFQ)).toBe(10);
  });

  it('is that of today if the day is not known', () => {
    expect(placeCost({ avgCost: 10, openedAt: null }, QFQ)).toBe(10);
    expect(placeCost({ avgCost: 10, openedAt: null }, HFQ)).toBe(20);
    expect(placeCost({ avgCost: 10, openedAt: null }, [])).toBe(10);
  });

  it('is nowhere without a cost, or with one that sales have paid for', () => {
    expect(
      [undefined, null, 0, -3].map((avgCost) => placeCost({ avgCost: avgCost ?? null, openedAt: null }, QFQ)),
    ).toEqual([null, null, null, null]);
    expect(placeCost(undefined, QFQ)).toBeNull();
  });
});
